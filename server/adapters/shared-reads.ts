// A stored file is in memory once, however many people it is being sent to.
import type { FileStore } from './file-store.ts';

/** A browser may send another file to the address that it was given. */
const mayChange = (name: string): boolean => name.startsWith('uploads/');

/**
 * A file that is being read, or that an answer still holds because its reader has not taken it yet, is not read again: a client that
 * asks for a large file on many connections and takes nothing of it would otherwise fill the memory.
 */
export function sharedReads(store: FileStore): FileStore {
  const underway = new Map<string, Promise<Buffer | null>>();
  const held = new Map<string, WeakRef<Buffer>>();
  const letGo = new FinalizationRegistry<string>((name) => {
    if (held.get(name)?.deref() === undefined) held.delete(name);
  });

  const begin = (name: string, mostBytes: number): Promise<Buffer | null> => {
    const reading = store.read(name, mostBytes).then((bytes) => {
      // Removed or replaced in the meantime: nobody who asks now may get it.
      if (bytes === null || underway.get(name) !== reading) return bytes;
      held.set(name, new WeakRef(bytes));
      letGo.register(bytes, name);
      return bytes;
    });
    underway.set(name, reading);
    return reading.finally(() => underway.get(name) === reading && underway.delete(name));
  };

  const forget = (name: string): void => {
    held.delete(name);
    underway.delete(name);
  };

  return {
    ...store,
    async read(name, mostBytes) {
      if (mayChange(name)) return store.read(name, mostBytes);
      const reading = held.get(name)?.deref() ?? underway.get(name);
      if (reading === undefined) return begin(name, mostBytes);
      const bytes = await Promise.resolve(reading).catch(() => null);
      if (bytes && bytes.length <= mostBytes) return bytes;
      // Of those who waited for a reading that failed, one begins another, and the others wait for that.
      const next = bytes === null ? underway.get(name) : undefined;
      if (next === undefined || next === reading) return begin(name, mostBytes);
      const found = await next;
      return found === null || found.length <= mostBytes ? found : begin(name, mostBytes);
    },
    async write(name, bytes, contentType) {
      await store.write(name, bytes, contentType).finally(() => forget(name));
    },
    async remove(name) {
      await store.remove(name).finally(() => forget(name));
    },
  };
}
