// A language model behind an endpoint that speaks OpenAI's chat completions, with tools, a time limit and a breaker.
import type * as z from 'zod/mini';
import type { Log } from '../log.ts';

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodMiniType;
  /** `input` has been parsed. Never rejects: the model is told what went wrong as an answer. */
  run(input: unknown): Promise<object>;
}

interface ModelQuestion {
  readonly instructions: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  readonly tools: readonly ModelTool[];
}

/** The model gave no answer: it is unreachable, too slow, broken, or never stopped calling tools. */
export class ModelFailed extends Error {}

export interface Model {
  readonly name: string;
  /** The model's text. @throws ModelFailed */
  answer(question: ModelQuestion): Promise<string>;
}

export interface ModelOptions {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string | undefined;
  readonly log: Log;
  readonly now: () => number;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 20_000;
const MOST_STEPS = 5;
/** Of tools, in all steps of a question: one reply has room for thousands, and each asks the exchange and the database. */
const MOST_CALLS = 40;
const MOST_TOKENS = 1_200;
const MOST_REPLY_BYTES = 1_000_000;
/** Questions at the same time; any more are answered by rules instead of waiting. */
const MOST_AT_ONCE = 8;
const FAILURES_TO_OPEN = 3;
const OPEN_MS = 30_000;
/** The endpoint understands, and refuses this question: it is too long, say, or a filter does not let it pass. */
const OF_QUESTION: readonly unknown[] = [400, 413, 422];

export function createModel(options: ModelOptions): Model {
  const { log, now, model: name } = options;
  let failures = 0;
  let openUntil = 0;
  let underway = 0;
  return {
    name,
    async answer(question) {
      // A clock that was set back must not make the pause longer.
      openUntil = Math.min(openUntil, now() + OPEN_MS);
      if (now() < openUntil) throw new ModelFailed('the model failed lately');
      if (underway >= MOST_AT_ONCE) throw new ModelFailed('too many questions at once');
      underway++;
      try {
        const text = await ask(options, question);
        failures = 0;
        return text;
      } catch (error) {
        // Otherwise one person, with questions that a filter refuses, could take the model away from everybody.
        if (!isOfQuestion(error)) failures++;
        // After the pause the next question is tried; if that fails too, another pause begins.
        if (failures >= FAILURES_TO_OPEN) openUntil = now() + OPEN_MS;
        log.warn(
          { reason: error instanceof Error ? error.message.slice(0, 200) : String(error), failures },
          'the language model failed',
        );
        throw error instanceof ModelFailed ? error : new ModelFailed('the model did not answer', { cause: error });
      } finally {
        underway--;
      }
    },
  };
}

function isOfQuestion(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && OF_QUESTION.includes(error.statusCode);
}

/** Asks for the list of models; not having one is fine. @throws with the reason when the endpoint does not answer, or refuses the key */
export async function greetModel({ baseUrl, apiKey }: Pick<ModelOptions, 'baseUrl' | 'apiKey'>): Promise<void> {
  const headers = apiKey === undefined ? undefined : { authorization: `Bearer ${apiKey}` };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { status, ok } = await boundedFetch(`${baseUrl.replace(/\/+$/, '')}/models`, { headers, signal });
  if (!ok && status !== 404 && status !== 405) throw new Error(`it answers ${status}`);
}

async function ask(
  { baseUrl, model, apiKey, timeoutMs = TIMEOUT_MS }: ModelOptions,
  question: ModelQuestion,
): Promise<string> {
  // Loaded with the first question: a server without a model, and every start, does without them.
  const [{ generateText, isStepCount, tool }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ]);
  // The library would write its warnings to the console.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const provider = createOpenAICompatible({ name: 'model', baseURL: baseUrl, apiKey, fetch: boundedFetch });
  let called = 0;
  const counted =
    (run: ModelTool['run']): ModelTool['run'] =>
    async (input) =>
      ++called > MOST_CALLS
        ? { problem: 'Tools have been asked enough: answer with what they have said.' }
        : run(input);
  const tools = Object.fromEntries(
    question.tools.map(({ name, description, input, run }) => [
      name,
      tool({ description, inputSchema: input, execute: counted(run) }),
    ]),
  );
  const { text } = await generateText({
    model: provider(model),
    instructions: question.instructions,
    messages: [...question.messages],
    tools,
    stopWhen: isStepCount(MOST_STEPS),
    // The last step must answer with what the others found.
    prepareStep: ({ stepNumber }) => (stepNumber >= MOST_STEPS - 1 ? { toolChoice: 'none' } : {}),
    maxRetries: 0,
    maxOutputTokens: MOST_TOKENS,
    temperature: 0,
    abortSignal: AbortSignal.timeout(timeoutMs),
  });
  if (text.trim() === '') throw new ModelFailed('the model said nothing');
  return text;
}

/** Refuses redirects and replies that are too large. */
async function boundedFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MOST_REPLY_BYTES) throw new ModelFailed('the reply was too large');
    chunks.push(chunk);
  }
  const { status, headers } = response;
  return new Response(status === 204 ? null : Buffer.concat(chunks), { status, headers });
}
