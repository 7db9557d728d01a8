// The order of test files: the longest begin first, so that two files at a time end together.
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** A fresh clone has no times of an earlier run, and the length of a file says little about its time. */
const LONGEST = ['tests/e2e/screens.test.ts', 'tests/crash/backup.test.ts', 'tests/crash/gateways.test.ts'];

const rank = ({ moduleId }: TestSpecification): number => {
  const place = LONGEST.findIndex((file) => moduleId.endsWith(file));
  return place === -1 ? LONGEST.length : place;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
