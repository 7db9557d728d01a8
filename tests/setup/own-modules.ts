// One process tests many files, each with modules of its own: nothing that one of them has loaded or changed is there for the next.
import { vi } from 'vitest';

vi.resetModules();
