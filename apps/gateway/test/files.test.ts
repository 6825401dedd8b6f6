import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { notFound } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { aCharge, aPaidCharge } from './messages';
import { buyerCookie, wholeApi } from './whole-api';

const token = 'a'.repeat(43);
const content = Buffer.from(Array.from({ length: 2_500 }, (_, index) => index % 256));

describe('pictures and sold files', () => {
  const api = startBeforeAll(wholeApi);
  /** Offsets that were asked for. */
  let offsets: number[];

  /** Serves `content` in pieces of a thousand bytes. */
  function serving(contentType: string, rest: object = {}): void {
    offsets = [];
    const piece = (): object => {
      const { offset } = api.calls.at(-1)?.request as { offset: number };
      offsets.push(offset);
      const bytes = content.subarray(offset, offset + 1_000);
      return { piece: { content: bytes, sizeBytes: content.length, contentType }, ...rest };
    };
    api.answering({ 'files.resolveImage': piece, 'files.resolveDownload': piece });
  }

  const get = (url: string) => api.app.inject({ method: 'GET', url });

  it('a picture is sent whole, to be kept for ever, and as nothing but a picture', async () => {
    serving('image/webp');
    const response = await get(`/files/images/${token}`);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(content)).toBe(true);
    expect(offsets).toEqual([0, 1_000, 2_000]);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '2500',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('a sold file is sent whole, to be saved under its name, and cached nowhere on the way', async () => {
    serving('application/pdf', { fileName: 'Ébano "1"\r\nx: y.pdf' });
    const link = 'AbC-_'.repeat(40);
    const response = await get(`/files/downloads/${link}`);
    expect(response.rawPayload.equals(content)).toBe(true);
    expect(api.calls[0]?.request).toEqual({ token: link, offset: 0 });
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition':
        'attachment; filename="_bano _1___x_ y.pdf"; filename*=UTF-8\'\'%C3%89bano%20%221%22%0D%0Ax%3A%20y.pdf',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('what is not found is a page that says so', async () => {
    const gone = (): never => {
      throw notFound('File not found');
    };
    api.answering({ 'files.resolveImage': gone, 'files.resolveDownload': gone });
    for (const url of [`/files/images/${token}`, '/files/downloads/expired']) {
      const response = await get(url);
      expect([response.statusCode, response.payload.includes('Não encontramos esta página')]).toEqual([404, true]);
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  it.each([
    '/files/images/..%2f..%2fetc%2fpasswd',
    `/files/images/${'a'.repeat(44)}`,
    '/files/images/',
    '/files/downloads/',
    '/files/downloads/a/b',
    `/files/downloads/${'a'.repeat(301)}`,
  ])('%s, which no token can be, is not found and asks no service', async (url) => {
    api.answering({});
    expect([(await get(url)).statusCode, api.calls]).toEqual([404, []]);
  });

  it('a file that fails on the way is cut, never ended as if it were whole', async () => {
    let asked = 0;
    const piece = { content: content.subarray(0, 1_000), sizeBytes: content.length, contentType: 'image/png' };
    api.answering({
      'files.resolveImage': () => {
        if ((asked += 1) > 1) throw new Error('billing is down');
        return { piece };
      },
    });
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as AddressInfo;
    const ended = await new Promise<{ bytes: number; isComplete: boolean }>((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port, path: `/files/images/${token}` }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response.on('error', () => undefined);
        response.on('close', () => {
          resolve({ bytes, isComplete: response.complete });
        });
      })
        .on('error', reject)
        .end();
    });
    expect(ended).toEqual({ bytes: 1_000, isComplete: false });
  });

  it('the buyer’s receipt links to what was bought, and to nothing when there is nothing', async () => {
    const files = [{ name: 'E-book <b>', token: 'AbC-_' }];
    const answer = { tenant: { storeId: 'store_1', devMode: true }, charge: aPaidCharge, merchantName: 'Loja' };
    api.answering({ 'charges.resolveCharge': { ...answer, files } });
    const headers = { cookie: buyerCookie('pix_char_1') };
    const look = () => api.app.inject({ method: 'GET', url: '/receipts/pix_char_1', headers });
    const page = await look();
    expect(page.payload).toContain('href="/files/downloads/AbC-_"');
    expect(page.payload).toContain('Baixar E-book &lt;b&gt;');
    api.answering({ 'charges.resolveCharge': { ...answer, files: [] } });
    expect((await look()).payload).not.toContain('/files/');
    api.answering({ 'charges.resolveCharge': { ...answer, charge: aCharge, files: [] } });
    expect((await look()).statusCode).toBe(404);
  });
});
