// A span of market days, as lists and reports are asked for: both ends are included, and each may be left open.
import * as z from 'zod/mini';
import { diaryMessages } from '../messages/diary.ts';

export const daySpanFields = {
  from: z.optional(z.iso.date({ error: diaryMessages.fromInvalid })),
  to: z.optional(z.iso.date({ error: diaryMessages.toInvalid })),
};

export const daySpanInput = z.object(daySpanFields);
