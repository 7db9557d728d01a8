// A time limit for something that may never answer.

/** Resolves with the answer, or rejects with what `late` makes after `limitMs`. What was asked goes on all the same. */
export async function inTime<Answer>(answer: Promise<Answer>, limitMs: number, late: () => Error): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), limitMs);
  });
  return Promise.race([answer, isLate]).finally(() => clearTimeout(timer));
}
