// Lets a language model answer with the tools, and rejects answers that break the rules: invented figures, tips, links, leaked instructions.
import { toolInputs } from '../../contract/assistant.ts';
import type { ToolInput, ToolName, Turn } from '../../contract/assistant.ts';
import { ModelFailed } from '../adapters/ai.ts';
import type { Model, ModelTool } from '../adapters/ai.ts';
import type { Log } from '../log.ts';
import type { Asker } from './asker.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { plainText } from './plain-text.ts';
import { unprovenNumbers } from './proof.ts';
import { stocksIn } from './stock-names.ts';
import { MODEL_TOOLS, TOOL_DESCRIPTIONS, Toolbox } from './tools/toolbox.ts';

export type ModelAnswer =
  | { readonly isGood: true; readonly text: string; readonly symbols: readonly string[] }
  | { readonly isGood: false; readonly why: 'away' | 'unproven' | 'tip' | 'leak' };

/** Numbers up to this may simply count things; a larger one must come from a tool or from the asker. */
const LARGEST_COUNTER = 5;

export async function answerByModel(
  model: Model,
  asker: Asker,
  asked: { prompt: string; history: readonly Turn[] },
  log: Log,
): Promise<ModelAnswer> {
  const toolbox = new Toolbox(asker);
  const history = asked.history.map(({ from, text }) => ({
    role: from === 'asker' ? ('user' as const) : ('assistant' as const),
    content: text,
  }));
  let raw: string;
  try {
    raw = await model.answer({
      instructions: INSTRUCTIONS,
      messages: [...history, { role: 'user', content: asked.prompt }],
      tools: MODEL_TOOLS.map((name) => modelTool(toolbox, name, log)),
    });
  } catch (error) {
    if (error instanceof ModelFailed) return { isGood: false, why: 'away' };
    throw error;
  }
  const text = plainText(raw);
  if (text === '') return { isGood: false, why: 'away' };
  if (leaks(text)) return { isGood: false, why: 'leak' };
  if (givesTip(text)) return { isGood: false, why: 'tip' };
  const ownWords = asked.history.filter(({ from }) => from === 'asker').map((turn) => turn.text);
  if (unprovenNumbers(text, [...toolbox.results, asked.prompt, ...ownWords], LARGEST_COUNTER).length > 0)
    return { isGood: false, why: 'unproven' };
  return { isGood: true, text, symbols: stocksIn(text, await asker.read('GET /stocks', {})).slice(0, 8) };
}

function modelTool(toolbox: Toolbox, name: ToolName, log: Log): ModelTool {
  return {
    name,
    description: TOOL_DESCRIPTIONS[name],
    input: toolInputs[name],
    async run(input) {
      try {
        // The library has parsed the input by this very schema.
        return { data: await toolbox.use(name, input as ToolInput<typeof name>) };
      } catch (error) {
        log.warn({ err: error, tool: name }, 'a tool of the assistant failed');
        return { problem: 'This tool cannot answer now.' };
      }
    },
  };
}

/** Sentences that advise or predict. */
const TIPS: readonly RegExp[] = [
  /\b(?:you|we|one|traders?|investors?) (?:should|must|ought to|need to|had better|may want to|might want to) (?:now )?(?:buy|sell|hold|exit|enter|invest|short|accumulate|book|add|wait for)\b/i,
  /\b(?:i|we) (?:would |strongly |highly )*(?:recommend|suggest|advise)\b(?! (?:reading|learning|checking|looking|writing|asking))/i,
  /\b(?:is|are|looks?|seems?|remains?) (?:like )?(?:an? |the )?(?:\w+ )?(?:strong |good |great |solid |clear |screaming )+(?:buy|sell|investment|pick|bet|entry|opportunity|time to)\b/i,
  /\b(?:buy|sell|hold|accumulate) (?:rating|recommendation|call|signal)\b/i,
  /\btarget(?: price)?(?: (?:is|of|at)\b|:)/i,
  /\b(?:will|is going to|is expected to|is likely to|is set to|should) (?:soon |probably |likely |definitely |surely )?(?:rise|fall|go up|go down|rally|crash|climb|drop|reach|hit|double|outperform|recover|gain|move higher|move lower|increase|decrease)\b/i,
  /\b(?:guaranteed|sure[- ]shot|can't lose|cannot lose|risk[- ]free|multibagger)\b/i,
  /(?:^|\n|[.!:] )(?:- ?)?(?:[Bb]uy|[Ss]ell|[Hh]old|[Aa]ccumulate|[Ss]hort) (?:it|now|today|more|immediately|[A-Z]{3,})\b/,
];

export function givesTip(text: string): boolean {
  return TIPS.some((pattern) => pattern.test(text));
}

const LEAK_LENGTH = 60;

/** The text contains a long part of the instructions, word for word. */
function leaks(text: string): boolean {
  const said = text.replace(/\s+/g, ' ').toLowerCase();
  const told = INSTRUCTIONS.replace(/\s+/g, ' ').toLowerCase();
  for (let at = 0; at + LEAK_LENGTH <= told.length; at += 20)
    if (said.includes(told.slice(at, at + LEAK_LENGTH))) return true;
  return false;
}
