/* Runs in a pod of `npm run k8s:e2e`: a merchant's server. Node alone, as an image of a service has nothing else. */
const http = require('node:http');
const { json, text } = require('node:stream/consumers');

const receiverPort = 8099;
const gateway = { host: 'gateway', port: 8080 };
const requestTimeoutMs = 20_000;

/** Answers every webhook with 200 and keeps the type and the id of what it received: `GET /seen`. */
function serve() {
  const seen = [];
  const server = http.createServer(async (request, response) => {
    if (request.method === 'GET') return response.end(JSON.stringify(seen));
    const { event, data } = await json(request);
    const record = Object.values(data ?? {}).find((value) => typeof value?.id === 'string');
    seen.push({ event, id: record?.id });
    response.end('ok');
  });
  server.listen(receiverPort, '0.0.0.0');
  process.once('SIGTERM', () => process.exit(0));
}

function ask(agent, { method, path, key, body }) {
  return new Promise((resolve) => {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers = { authorization: `Bearer ${key}`, ...(payload && { 'content-type': 'application/json' }) };
    const startedMs = performance.now();
    const done = (answer) => resolve({ ...answer, ms: performance.now() - startedMs });
    const request = http.request({ ...gateway, agent, method, path, headers, timeout: requestTimeoutMs }, (response) =>
      text(response).then(
        (body) => done({ status: response.statusCode, body }),
        (error) => done({ failure: error.message }),
      ),
    );
    request.on('timeout', () => request.destroy(new Error(`no answer within ${requestTimeoutMs} ms`)));
    request.on('error', (error) => done({ failure: error.code ?? error.message }));
    request.end(payload);
  });
}

async function call(asked) {
  const { status, body, failure } = await ask(new http.Agent(), asked);
  return failure ? { status: 0, json: { error: failure } } : { status, json: JSON.parse(body) };
}

/** Asks at a constant rate until its input ends: charges made, read and paid. Says what failed, and which were paid. */
async function load({ key, perSecond }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });
  const times = [];
  const failed = {};
  const open = [];
  const paid = [];
  const one = async (what, request) => {
    const answer = await ask(agent, { key, ...request });
    times.push(answer.ms);
    if (answer.status === 200) return JSON.parse(answer.body).data;
    const said = () => (JSON.parse(answer.body || '{}').error ?? '').replace(/ \(request \w+\)/, '');
    const name = `${what}: ${answer.failure ?? `${answer.status} ${said()}`}`;
    failed[name] = (failed[name] ?? 0) + 1;
    return undefined;
  };
  const steps = [
    async () => {
      const body = { method: 'PIX', data: { amount: 1_000 } };
      const made = await one('create', { method: 'POST', path: '/v2/transparents/create', body });
      if (made) open.push(made.id);
    },
    () => one('read', { method: 'GET', path: `/v2/transparents/list?limit=5` }),
    async () => {
      const id = open.shift();
      if (id === undefined) return;
      const path = `/v2/transparents/simulate-payment?id=${id}`;
      if (await one('pay', { method: 'POST', path, body: {} })) paid.push(id);
    },
    () => one('store', { method: 'GET', path: '/v2/store/get' }),
  ];
  let ended = false;
  process.stdin.resume().once('end', () => (ended = true));
  const running = new Set();
  for (let index = 0; !ended; index += 1) {
    const step = steps[index % steps.length]().finally(() => running.delete(step));
    running.add(step);
    await new Promise((resolve) => setTimeout(resolve, 1_000 / perSecond));
  }
  await Promise.all(running);
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(share * (times.length - 1))] ?? 0;
  return { asked: times.length, failed, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), paid };
}

async function seen() {
  const response = await fetch(`http://127.0.0.1:${receiverPort}/seen`);
  return response.json();
}

const commands = { call, load, seen };
const [, , command, given = '{}'] = process.argv;
if (command === 'serve') serve();
else commands[command](JSON.parse(given)).then((answer) => process.stdout.write(`${JSON.stringify(answer)}\n`));
