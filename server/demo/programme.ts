// The lessons of the demo: past, canceled and future ones.
import type { Specialization } from '../../contract/learn.ts';
import type { DemoRole } from './people.ts';

export type Teacher = Extract<DemoRole, 'technician' | 'analyst'>;
export type Learner = Extract<DemoRole, 'swing' | 'intraday' | 'investor'>;

export interface PlannedLesson {
  readonly teacher: Teacher;
  readonly specialization: Specialization;
  readonly topic: string;
  readonly about: string;
  /** Rupees. */
  readonly rate: number;
  /** Days from today; negative for the past. */
  readonly inDays: number;
  /** The hour of the day in India; null: shortly after the demo is opened. */
  readonly hour: number | null;
  readonly learners: readonly Learner[];
  readonly isCalledOff?: true;
  /** The ratings that learners give afterwards. */
  readonly ratings?: Partial<Record<Learner, readonly [stars: number, words: string]>>;
}

export const PROGRAMME: readonly PlannedLesson[] = [
  {
    teacher: 'technician',
    specialization: 'technical',
    topic: 'Reading a candle chart',
    about: 'Body, wick and what they say together.\nBring one chart that puzzles you.',
    rate: 300,
    inDays: -82,
    hour: 18,
    learners: ['swing', 'intraday'],
    ratings: { swing: [5, 'I had never looked at the wicks before. Now I do.'], intraday: [4, ''] },
  },
  {
    teacher: 'analyst',
    specialization: 'fundamental',
    topic: 'A balance sheet in one evening',
    about: 'Assets, debts, and the three numbers to look at first.',
    rate: 450,
    inDays: -66,
    hour: 19,
    learners: ['investor'],
    ratings: { investor: [5, 'Calm, thorough, and no jargon.'] },
  },
  {
    teacher: 'technician',
    specialization: 'risk',
    topic: 'How much to buy: size from risk',
    about: 'From the stop to the number of shares, with examples from the class.',
    rate: 500,
    inDays: -47,
    hour: 18,
    learners: ['swing', 'intraday', 'investor'],
    ratings: {
      swing: [5, 'The table with the examples hangs beside my screen.'],
      investor: [4, 'Useful. The second half went a little fast.'],
    },
  },
  {
    teacher: 'analyst',
    specialization: 'psychology',
    topic: 'After a loss: the next ten minutes',
    about: 'Why the trade after a loss is the dearest one, and a rule against it.',
    rate: 400,
    inDays: -25,
    hour: 19,
    learners: ['intraday', 'swing'],
    ratings: { intraday: [3, 'True, and hard to hear.'], swing: [5, ''] },
  },
  {
    teacher: 'technician',
    specialization: 'technical',
    topic: 'Trend lines that hold',
    about: 'Where to draw them, and when to forget them.',
    rate: 350,
    inDays: -12,
    hour: 18,
    learners: ['swing', 'investor'],
    isCalledOff: true,
  },
  {
    teacher: 'technician',
    specialization: 'technical',
    topic: 'Volume: who was really there',
    about: 'Moves with and without volume, on charts of the last month.',
    rate: 350,
    inDays: -6,
    hour: 18,
    learners: ['swing', 'intraday'],
  },
  {
    teacher: 'technician',
    specialization: 'risk',
    topic: 'Your stops, looked at together',
    about: 'We go through the open positions of those who want it. Cameras on, please.',
    rate: 500,
    inDays: 0,
    hour: null,
    learners: ['swing', 'intraday', 'investor'],
  },
  {
    teacher: 'analyst',
    specialization: 'fundamental',
    topic: 'What a company is worth',
    about: 'Earnings, growth and a price that leaves room for being wrong.',
    rate: 600,
    inDays: 1,
    hour: 18,
    learners: ['investor', 'swing'],
  },
  {
    teacher: 'technician',
    specialization: 'technical',
    topic: 'Indicators without illusions',
    about: 'RSI, MACD and moving averages: what they know and what they cannot.',
    rate: 350,
    inDays: 4,
    hour: 18,
    learners: ['intraday'],
  },
  {
    teacher: 'analyst',
    specialization: 'psychology',
    topic: 'A trading diary that is read',
    about: 'What to write down, and what to look for after a month. Free for everybody.',
    rate: 0,
    inDays: 8,
    hour: 19,
    learners: ['investor'],
  },
];
