// What the address of the conduct screen holds: the flag that is open.

export interface ConductSearch {
  flag?: string;
}

export function conductSearch(search: Record<string, unknown>): ConductSearch {
  const { flag } = search;
  return { flag: typeof flag === 'number' || typeof flag === 'string' ? String(flag) : undefined };
}
