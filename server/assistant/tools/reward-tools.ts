// The tool about what the asker has paid in, the rewards earned so far, and those that can still be earned.
import type { Asker } from '../asker.ts';

export async function rewards(asker: Asker) {
  const { deposited, totalEarned, earned, next } = await asker.read('GET /rewards', {});
  return { deposited, totalEarned, earned, next };
}
