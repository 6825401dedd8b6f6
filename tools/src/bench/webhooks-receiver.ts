import { createServer } from 'node:http';

/**
 * A receiver in a process of its own, so that it does not share a thread with what is measured. Below `/hang` it never
 * answers; everywhere else it answers 200. Its parent asks `take` for the charges received since the last time,
 * each with its instant, and `count` for how many requests there were.
 */
let count = 0;
let told: [chargeId: string, atMs: number][] = [];

const server = createServer((request, response) => {
  const isTold = request.url === '/told';
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => isTold && chunks.push(chunk));
  request.on('end', () => {
    if (request.url === '/hang') return;
    count += 1;
    response.end();
    if (!isTold) return;
    const at = performance.timeOrigin + performance.now();
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { data: { transparent: { id: string } } };
    told.push([body.data.transparent.id, at]);
  });
});

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.(server.address());
});
process.on('message', (question) => {
  process.send?.(question === 'take' ? told : count);
  if (question === 'take') told = [];
});
process.on('disconnect', () => process.exit());
