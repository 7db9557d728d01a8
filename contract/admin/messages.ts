// Administrators' messages to everybody or to one person, and the history of what was sent.
import * as z from 'zod/mini';
import { messageMessages } from '../messages/people.ts';
import { count, id, idInput, instant, ONE_PARAGRAPH, pageQuery, searchText, text } from '../wire.ts';

export const MOST_MESSAGE_LETTERS = 500;

const audiences = ['all', 'user'] as const;

const { textTooLong, textRequired } = messageMessages;
const messageText = text(MOST_MESSAGE_LETTERS, textTooLong, textRequired, ONE_PARAGRAPH).check(
  z.minLength(1, textRequired),
);

export const sendMessageInput = z
  .object({
    audience: z.enum(audiences, { error: messageMessages.audienceInvalid }),
    /** For a message to one person. */
    userId: z.optional(idInput),
    message: messageText,
  })
  .check(
    z.refine(({ audience, userId }) => (audience === 'user') === (userId !== undefined), {
      error: messageMessages.audienceInvalid,
    }),
  );

export const sentMessagesInput = z.object({
  ...pageQuery,
  /** Words that must all match, each in the text or in part of the recipient's name or address. */
  q: z.optional(searchText()),
});

export const sentMessage = z.object({
  _id: id,
  /** Null: everybody. */
  to: z.nullable(z.object({ _id: id, name: z.string(), email: z.string() })),
  /** Empty if the person has deleted the account. */
  message: z.string(),
  sentBy: z.string(),
  sentAt: instant,
  /** How many people it is for, and how many have received it. */
  people: count,
  told: count,
  /** Null while it is still going out. */
  finishedAt: z.nullable(instant),
});

export const sentMessagesData = z.object({
  messages: z.array(sentMessage),
  totalMessages: count,
  totalPages: z.int().check(z.gte(1)),
  page: z.int().check(z.gte(1)),
  /** How many people a message to everybody would reach now. */
  everybody: count,
});

export type SentMessage = z.output<typeof sentMessage>;
