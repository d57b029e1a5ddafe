import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  path: string;
  authorization: string | undefined;
  body: string;
}

/** A small endpoint that reviews as a test needs it: what asks for something needs you. */
export class ModelEndpoint {
  readonly received: Received[] = [];
  status = 200;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<ModelEndpoint> {
    const endpoint = new ModelEndpoint();
    await new Promise<void>((done) => endpoint.#server.listen(0, '127.0.0.1', done));
    return endpoint;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/v1`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    this.received.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
    response.writeHead(this.status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(request.url?.endsWith('/models') ? models : completion(body)));
  }
}

const models = { object: 'list', data: [{ id: 'fake-small' }, { id: 'fake-large' }] };

function completion(body: string): object {
  const review = body.includes('May I run the migration')
    ? { summary: 'The table is renamed.', needs_you: true, reason: 'May it run the migration?', title: null }
    : { summary: 'The notes are written.', needs_you: false, title: 'Release notes' };
  return { choices: [{ index: 0, message: { role: 'assistant', content: JSON.stringify(review) } }] };
}
