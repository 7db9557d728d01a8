// A real HTTP server that speaks OpenAI's chat completions, and answers as a test tells it to.
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The result of JSON.parse; the tests look at the parts they know. */
type Parsed = ReturnType<JSON['parse']>;

export type Reply = (response: ServerResponse, body: Parsed) => void;

export interface ModelServer {
  readonly baseUrl: string;
  /** Bodies of the requests so far. */
  readonly asked: Parsed[];
  readonly keys: (string | undefined)[];
  /** One reply for each request, in order; the last one is repeated. */
  replies: Reply[];
  close(): Promise<void>;
}

function completion(message: object, reason: string): string {
  const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: reason }];
  return JSON.stringify({
    id: 'chat-1',
    object: 'chat.completion',
    created: 1,
    model: 'test',
    choices,
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
}

function json(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

export const says =
  (content: string): Reply =>
  (response) =>
    json(response, 200, completion({ content }, 'stop'));

/** Answers with a text made from the results of the tools in this conversation. */
export const saysFrom =
  (words: (results: Parsed[]) => string): Reply =>
  (response, body) => {
    const results = body.messages.flatMap((each: Parsed) => (each.role === 'tool' ? [JSON.parse(each.content)] : []));
    json(response, 200, completion({ content: words(results) }, 'stop'));
  };

export const calls =
  (...tools: readonly (readonly [name: string, input: unknown])[]): Reply =>
  (response) => {
    const tool_calls = tools.map(([name, input], index) => ({
      id: `call-${index}-${Math.random()}`,
      type: 'function',
      function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
    }));
    json(response, 200, completion({ content: null, tool_calls }, 'tool_calls'));
  };

export const fails =
  (status: number, body = '{"error":{"message":"broken"}}'): Reply =>
  (response) =>
    json(response, status, body);

/** Takes the request and never answers. */
export const hangs: Reply = () => {};

export const floods: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.on('error', () => {});
  const pour = (): void => {
    while (!response.destroyed && response.write('x'.repeat(100_000)));
  };
  response.on('drain', pour);
  pour();
};

export async function startModelServer(): Promise<ModelServer> {
  const asked: Parsed[] = [];
  const keys: (string | undefined)[] = [];
  const state: { replies: Reply[] } = { replies: [says('Hello.')] };
  const server = createServer((request, response) => {
    // The list of models, which a server requests at its start.
    if (request.method === 'GET')
      return json(response, 200, JSON.stringify({ object: 'list', data: [{ id: 'test' }] }));
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const body: Parsed = JSON.parse(text);
      asked.push(body);
      keys.push(request.headers.authorization);
      const reply = state.replies.length > 1 ? state.replies.shift() : state.replies[0];
      reply?.(response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    keys,
    get replies() {
      return state.replies;
    },
    set replies(replies) {
      state.replies = replies;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
