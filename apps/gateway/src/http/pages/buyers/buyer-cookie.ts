import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';

export type BuyerDeps = Pick<Deps, 'buyerProofs' | 'clock' | 'publicUrl'>;

/** As long as a proof holds. */
const maxAgeSeconds = 30 * 86_400;
/** Of one page: codes that were made before the payment that worked. */
const proofsMax = 8;
const separator = '.';

/** The proofs that this browser was given for the page. */
function readProofs({ headers }: FastifyRequest): readonly string[] {
  const match = /(?:^|;\s*)buyer=([0-9A-Za-z_.-]{1,400})(?:;|$)/.exec(headers.cookie ?? '');
  return match?.[1]?.split(separator) ?? [];
}

/** Whether the browser was given a proof, on this page, that it is the buyer's of a record. */
export function isBuyer({ buyerProofs, clock }: BuyerDeps, request: FastifyRequest, id: string | undefined): boolean {
  if (id === undefined) return false;
  const now = clock.real();
  return readProofs(request).some((proof) => buyerProofs.holds(id, proof, now));
}

/** Sends the browser to the page of a confirmation, on this site, which it alone can give up. */
export function goToAction(deps: BuyerDeps, reply: FastifyReply, actionUrl: string): FastifyReply {
  // Its origin may differ from that of this request.
  const { pathname } = new URL(actionUrl);
  nameBuyer(deps, reply, pathname, pathname.split('/').at(-1) ?? '');
  return reply.redirect(pathname, 303);
}

/** The address of a receipt with a proof, which its page turns into a cookie. */
export function proveReceipt({ buyerProofs, clock }: BuyerDeps, url: string | undefined): string | undefined {
  const id = url?.split('/').at(-1);
  return id === undefined ? undefined : `${String(url)}?key=${buyerProofs.of(id, clock.real())}`;
}

/** Gives the browser a proof for the page at `path`, beside those that it has there, and to no other page. */
export function nameBuyer(
  { buyerProofs, clock, publicUrl }: BuyerDeps,
  reply: FastifyReply,
  path: string,
  id: string,
): void {
  const { request } = reply;
  const isHere = request.url.split('?', 1)[0]?.startsWith(path) === true;
  const known = isHere ? readProofs(request).slice(0, proofsMax - 1) : [];
  const value = [buyerProofs.of(id, clock.real()), ...known].join(separator);
  const attributes = [`Path=${path}`, `Max-Age=${String(maxAgeSeconds)}`, 'HttpOnly', 'SameSite=Lax'];
  const secure = publicUrl.startsWith('https:') ? ['Secure'] : [];
  void reply.header('set-cookie', [`buyer=${value}`, ...attributes, ...secure].join('; '));
}
