// The calls of the assistant. A language model answers if one is set up, otherwise the built-in analyst.
import type { AssistantData, GenerateData, GenerateInput } from '../../contract/assistant.ts';
import { assistantMessages } from '../../contract/messages/assistant.ts';
import type { Model } from '../adapters/ai.ts';
import type { Handlers } from '../handler.ts';
import type { Log } from '../log.ts';
import { analyse, RULES_NOTE } from './analyst/analyst.ts';
import type { Finding } from './analyst/analyst.ts';
import type { Intent } from './analyst/intent.ts';
import { understand } from './analyst/conversation.ts';
import { Asker } from './asker.ts';
import type { Sources } from './asker.ts';
import { dailyQuestions } from './limits.ts';
import { answerByModel } from './model-answer.ts';
import { plainText } from './plain-text.ts';

export interface AssistantOptions extends Sources {
  /** Null: only the built-in analyst answers. */
  readonly model: Model | null;
  readonly hasRateLimit: boolean;
  readonly log: Log;
}

export function assistantHandlers(options: AssistantOptions): Pick<Handlers, 'GET /assistant' | 'POST /generate'> {
  const { model, log } = options;
  const takeQuestion = dailyQuestions(options.hasRateLimit);
  return {
    async 'GET /assistant'({ user }) {
      const suggestions = await firstQuestions(new Asker(user, options));
      return { data: { source: model === null ? 'rules' : 'model', model: model?.name ?? null, suggestions } };
    },

    async 'POST /generate'({ input, user }) {
      await takeQuestion(user.id);
      const asker = new Asker(user, options);
      const data = model === null ? await byRules(asker, input, RULES_NOTE) : await byModel(model, asker, input, log);
      return { data, top: { response: data.response } };
    },
  };
}

/** `note` is added to the first answer of a conversation, and whenever the rules answer in place of the model. */
async function byRules(asker: Asker, { prompt, history }: GenerateInput, note: string): Promise<GenerateData> {
  const finding = await analyse(asker, prompt, history);
  const isFirst = !history.some(({ from }) => from === 'assistant');
  return presented(finding, isFirst || note !== RULES_NOTE ? note : null);
}

function presented({ text, symbols, suggestions }: Finding, note: string | null): GenerateData {
  // Names of imported companies come from strangers too.
  const response = plainText(note === null ? text : `${text}\n\n${note}`);
  return { response, source: 'rules', symbols: [...symbols], suggestions: [...suggestions] };
}

/** Never left to a model: requests for tips, for other people's data or for the instructions; and what models have no tool for. */
const ALWAYS_BY_RULES: ReadonlySet<string> = new Set<Intent>([
  'advice',
  'others',
  'about',
  'lessons',
  'notes',
  'follows',
]);

async function byModel(model: Model, asker: Asker, input: GenerateInput, log: Log): Promise<GenerateData> {
  const stocks = await asker.read('GET /stocks', {});
  const { intent } = understand(input.prompt, input.history, stocks, asker.now());
  if (ALWAYS_BY_RULES.has(intent)) return byRules(asker, input, assistantMessages.rulesOnPurpose);
  const answer = await answerByModel(model, asker, input, log);
  if (answer.isGood) return { response: answer.text, source: 'model', symbols: [...answer.symbols], suggestions: [] };
  log.info({ why: answer.why }, 'the rules answered in place of the language model');
  return byRules(asker, input, answer.why === 'away' ? assistantMessages.modelAway : assistantMessages.modelRefused);
}

/** Questions to which this person would get a useful answer now. */
async function firstQuestions(asker: Asker): Promise<AssistantData['suggestions']> {
  const [{ portfolio }, { orders }, stocks] = await Promise.all([
    asker.read('GET /portfolio', {}),
    asker.read('GET /getOrders', { page: 1, limit: 1 }),
    asker.read('GET /stocks', {}),
  ]);
  const largest = portfolio.toSorted((one, other) => other.currentValue - one.currentValue).at(0)?.symbol;
  const busiest = stocks.toSorted((one, other) => other.price * other.volume - one.price * one.volume).at(0)?.symbol;
  const stock = largest ?? busiest;
  return [
    ...(stock === undefined ? [] : [`Price and trend of ${stock}`]),
    ...(portfolio.length > 0 ? ['How is my portfolio spread?', 'How was my day?'] : ['What moves today?']),
    ...(orders.length > 0 ? ['What happened to my last order?'] : ['What is a limit order?']),
    'How do charges work?',
  ].slice(0, 5);
}
