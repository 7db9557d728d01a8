// News about one stock while the market runs: rare, mostly small, now and then large.
import type { RandomStream } from '../random.ts';

/** How often a day, how large in daily deviations, how heavy the tail. */
const NEWS = { perDay: 0.4, size: 0.25, freedom: 6 };
const BIG_NEWS = { perDay: 0.03, size: 1.2, freedom: 4 };

/** What the news in a stretch of time that is `part` of a day is worth, in daily deviations; nearly always zero. */
export function drawNews(random: RandomStream, part: number): number {
  const draw = random.uniform();
  if (draw < NEWS.perDay * part) return NEWS.size * random.studentT(NEWS.freedom);
  if (draw > 1 - BIG_NEWS.perDay * part) return BIG_NEWS.size * random.studentT(BIG_NEWS.freedom);
  return 0;
}
