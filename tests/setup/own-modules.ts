// One process tests many files, each with modules of its own: modules that one file has loaded or changed do not reach the next.
import { vi } from 'vitest';

vi.resetModules();
