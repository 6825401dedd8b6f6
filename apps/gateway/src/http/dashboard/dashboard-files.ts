import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { randomBytes } from '@pitanga/runtime';
import type { FastifyReply } from 'fastify';
import type { Api } from '../edge/api';

const nonceMark = '__NONCE__';
const publicOriginMark = '__PUBLIC_ORIGIN__';
const assetMaxAgeMs = 31_536_000_000;
const nonceBytes = 16;

/** Beside the bundle in dist/ and in the image; absent where only the API was built, as in most tests. */
export const dashboardFolder = join(__dirname, 'dashboard');

/**
 * Serves the dashboard's files, which Vite made: assets by names that change with their content, compressed at build
 * time and kept for good, and one page for every other address under /dashboard, which its router reads. The page knows the
 * origin of `publicUrl`, and moves there when it was opened under another name.
 */
export async function registerDashboardFiles(app: Api, folder: string, publicUrl: string): Promise<void> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return;
  const page = readFileSync(index, 'utf8').replace(publicOriginMark, new URL(publicUrl).origin);
  const hidden = { config: { permission: 'public' }, schema: { hide: true } } as const;
  const assets = join(folder, 'assets');
  const names = new Set(readdirSync(assets));
  await app.register(fastifyStatic, { root: assets, serve: false, preCompressed: true });

  app.get<{ Params: { '*': string } }>('/dashboard/assets/*', hidden, (request, reply) => {
    const name = request.params['*'];
    // A file of another build: the page that wants it is loaded again.
    if (!names.has(name)) return reply.code(404).type('text/plain; charset=utf-8').send('There is no such file.');
    return reply.sendFile(name, { maxAge: assetMaxAgeMs, immutable: true, index: false });
  });
  const sendPage = (reply: FastifyReply, opener: 'same-origin' | 'unsafe-none'): FastifyReply => {
    const nonce = randomBytes(nonceBytes).toString('base64');
    return reply
      .header('content-security-policy', buildPolicy(nonce))
      .header('referrer-policy', 'same-origin')
      .header('cross-origin-opener-policy', opener)
      .type('text/html; charset=utf-8')
      .send(page.replace(nonceMark, nonce));
  };
  app.get('/dashboard', hidden, (_request, reply) => sendPage(reply, 'same-origin'));
  app.get('/dashboard/*', hidden, (_request, reply) => sendPage(reply, 'same-origin'));
  // An assistant may have opened it beside its own page, and waits there for the answer.
  app.get('/dashboard/assistant', hidden, (_request, reply) => sendPage(reply, 'unsafe-none'));
}

/**
 * Nothing from another origin but pictures of products and logos, no frame around it, no form that leaves. The payment
 * page is shown in a frame, as a preview. Style sheets that scripts add carry the nonce.
 */
function buildPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https:",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
