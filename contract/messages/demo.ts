// The sentences for the person who starts a demo.
export const demoMessages = {
  making: 'Preparing the months of the demo: this takes about fifteen seconds ...',
  onlyHere: (told: string): string =>
    `A demo opens on this machine only, because everybody knows its passwords, and ${told}: leave that out.`,
  inUse: (folder: string): string =>
    `${folder} is in use and is no demo: set DATA_DIR to a new folder, in which the demo is then made.`,
  unfinished: (folder: string): string =>
    `The demo in ${folder} was never finished: delete that folder and start again.`,
  isDemo: (folder: string): string => `This is a demo, in ${folder}. Its people, with the password of all of them:`,
} as const;
