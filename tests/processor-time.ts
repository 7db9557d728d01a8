// Measures how long work keeps the processor, which does not grow while the machine does something else as well.

/** Returns a function that measures the milliseconds of processor time that this thread has used since. */
export function processorTime(): () => number {
  const { user, system } = process.threadCpuUsage();
  return () => {
    const now = process.threadCpuUsage();
    return (now.user + now.system - user - system) / 1000;
  };
}
