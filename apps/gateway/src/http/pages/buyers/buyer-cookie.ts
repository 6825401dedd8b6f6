import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import { readPageCookie, setPageCookie } from '../html/page-cookie';

export type BuyerDeps = Pick<Deps, 'buyerProofs' | 'clock' | 'publicUrl'>;
type PayerDeps = Pick<Deps, 'payerProofs' | 'clock' | 'publicUrl'>;
type CookieName = 'buyer' | 'payer';

/** As long as a proof holds. */
const maxAgeSeconds = 30 * 86_400;
/** Of one page: codes that were made before the payment that worked. */
const proofsMax = 8;
const separator = '.';

/** The proofs that this browser was given for the page. */
function readProofs(request: FastifyRequest, name: CookieName): readonly string[] {
  return readPageCookie(request, name)?.split(separator) ?? [];
}

/** Whether the browser was given a proof, on this page, that it is the buyer's of a record. */
export function isBuyer({ buyerProofs, clock }: BuyerDeps, request: FastifyRequest, id: string | undefined): boolean {
  if (id === undefined) return false;
  const now = clock.real();
  return readProofs(request, 'buyer').some((proof) => buyerProofs.holds(id, proof, now));
}

/** Whether the browser sent the form of this card charge. A buyer who comes by a link or a code did not. */
export function isCardPayer({ payerProofs, clock }: PayerDeps, request: FastifyRequest, id: string): boolean {
  const now = clock.real();
  return readProofs(request, 'payer').some((proof) => payerProofs.holds(id, proof, now));
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
export function nameBuyer(deps: BuyerDeps, reply: FastifyReply, path: string, id: string): void {
  giveProof(deps, reply, path, { name: 'buyer', proof: deps.buyerProofs.of(id, deps.clock.real()) });
}

/** Gives the browser that sent a card's form the proof that it did, which outlives the confirmation at the bank. */
export function nameCardPayer(deps: PayerDeps, reply: FastifyReply, path: string, id: string): void {
  giveProof(deps, reply, path, { name: 'payer', proof: deps.payerProofs.of(id, deps.clock.real()) });
}

function giveProof(
  deps: Pick<Deps, 'publicUrl'>,
  reply: FastifyReply,
  path: string,
  { name, proof }: { readonly name: CookieName; readonly proof: string },
): void {
  const { request } = reply;
  const isHere = request.url.split('?', 1)[0]?.startsWith(path) === true;
  const known = isHere ? readProofs(request, name).slice(0, proofsMax - 1) : [];
  setPageCookie(reply, deps, { name, value: [proof, ...known].join(separator), path, maxAgeSeconds });
}
