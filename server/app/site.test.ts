// The order in which a server is closed, and that nothing stays open because something else could not be closed.
import { expect, test } from 'vitest';
import { Closers } from './site.ts';

test('parts are closed in the reverse order of their opening, and an error keeps nothing open', async () => {
  const closed: string[] = [];
  const closers = new Closers();
  closers.add(() => closed.push('database'));
  closers.add(() => Promise.reject(new Error('the bus is gone')));
  closers.add(async () => closed.push('market'));
  closers.add(() => {
    throw new Error('the sockets are stuck');
  });
  await expect(closers.closeAll()).rejects.toThrow('the sockets are stuck');
  expect(closed).toEqual(['market', 'database']);
  await closers.closeAll();
  expect(closed).toHaveLength(2);
});
