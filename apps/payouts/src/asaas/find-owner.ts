import type { PixTarget } from '@pitanga/core';
import { asaasFields, asaasList, asaasText, type AsaasClient } from '@pitanga/provider-account';
import type { KeyOwner } from '../provider/payout-provider';
import { lookupsUsedUp, unusable } from './asaas-errors';
import type { OrderBook } from './order-book';
import { toAsaasKey, type PhoneKeys } from './pix-keys';

const ownerNameMax = 140;

/**
 * The owner of a key, masked as Asaas shows it; undefined for a key that does not exist. A CPF or CNPJ is its owner's, and is not
 * looked up: look-ups are few, and an unknown key costs many.
 *
 * @throws AppError RESOURCE_EXHAUSTED when too few look-ups are left
 */
export async function findKeyOwner(
  client: AsaasClient,
  book: OrderBook,
  target: PixTarget,
  phoneKeys: PhoneKeys,
): Promise<KeyOwner | undefined> {
  if (target.type === 'CPF' || target.type === 'CNPJ') return { taxId: target.key };
  if (target.type === 'BR_CODE') return findReceiver(client, target.key);
  if (!(await book.takeLookup())) throw lookupsUsedUp();
  const { type, key } = toAsaasKey(target, phoneKeys);
  const path = `/pix/addressKeys/external?type=${type}&key=${encodeURIComponent(key)}`;
  // Never repeated: each look-up costs, whether or not its answer comes.
  const { status, body } = await client.ask({ operation: 'lookup_key', method: 'GET', path, isRepeatable: false });
  if (status === 400 && asaasList(asaasFields(body)['errors']).length > 0) return undefined;
  if (status >= 300) throw unusable('it is neither an owner nor a refusal');
  const owner = readOwner(asaasFields(body)['owner']);
  await book.foundKey();
  return owner;
}

/** The receiver of a code; undefined for one that cannot be paid. */
async function findReceiver(client: AsaasClient, payload: string): Promise<KeyOwner | undefined> {
  const call = { operation: 'decode_code', method: 'POST', path: '/pix/qrCodes/decode', body: { payload } } as const;
  const { status, body } = await client.ask({ ...call, isRepeatable: true });
  if (status === 400) return undefined;
  if (status >= 300) throw unusable('it is neither a code nor a refusal');
  const code = asaasFields(body);
  return code['canBePaid'] === false ? undefined : readOwner(code['receiver']);
}

function readOwner(value: unknown): KeyOwner {
  const owner = asaasFields(value);
  const taxId = asaasText(owner['cpfCnpj']);
  if (taxId === undefined) throw unusable('it names no owner');
  return { taxId, name: asaasText(owner['name'])?.slice(0, ownerNameMax) };
}
