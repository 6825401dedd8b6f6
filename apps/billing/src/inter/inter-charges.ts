import { createHash } from 'node:crypto';
import { addDays, AppError, cents, daysBetween, isAppError, saoPauloDay, toDecimal, type Clock } from '@pitanga/core';
import { createSharedAttempts, toReais } from '@pitanga/provider-account';
import { asFields, asList, asText, isSuccess, type BankAnswer, type BankClient } from '@pitanga/provider-account/bank';
import { bankUnavailable, isNotFound, refusalOrUnknown } from '../bacen-pix/bacen-errors';
import { lastPayableDay, type BoletoFine } from '../money/late-fees';
import type { BoletoOrder, BoletoPayer } from '../provider/boleto-provider';
import type { NoteBegun } from '../provider/note-begun';
import { toInterCharge, type InterCharge } from './inter-charge';

export interface InterCharges {
  /** The id of the charge of this order, made unless it is there; calls at the same time are one. */
  findOrCreate(order: BoletoOrder): Promise<string>;
  /** Of the last {@link lookBackDays} days: one that can be paid or was before one that is gone; of several always the same. */
  find(seuNumero: string): Promise<InterCharge | undefined>;
  read(id: string): Promise<InterCharge | undefined>;
  /** A repeat, and one that is paid or gone, change nothing. */
  cancel(id: string): Promise<void>;
  /** Inter took the order, and did not register it. */
  refused(): AppError;
}

/** A boleto whose answer was lost is looked for among those of so many days. */
const lookBackDays = 60;
const pageSize = 100;
const path = '/cobrancas';

/** What a boleto is called at Inter: 15 letters and digits that follow from its charge, so that a repeat finds it. */
export function toSeuNumero(chargeId: string): string {
  return createHash('sha256').update(chargeId).digest('hex').slice(0, 15).toUpperCase();
}

export function createInterCharges(
  client: BankClient,
  base: string,
  clock: Pick<Clock, 'real'>,
  noteBegun: NoteBegun,
): InterCharges {
  const share = createSharedAttempts<string>();
  const charges = { read: (id: string) => readOne(client, base, id) };
  const find = (seuNumero: string) => findOne(client, base, seuNumero, saoPauloDay(clock.real()));
  return {
    ...charges,
    find,
    findOrCreate: (order) => share(order.chargeId, () => findOrCreate({ client, base, find, noteBegun }, order)),
    cancel: async (id) => {
      const body = { motivoCancelamento: 'Cancelado pelo recebedor' };
      const call = { operation: 'cancel_boleto', method: 'POST', base, body, isRepeatable: true } as const;
      const answer = await client.ask({ ...call, path: `${path}/${encodeURIComponent(id)}/cancelar` });
      if (isSuccess(answer) || isNotFound(answer, client.dialect)) return;
      // Paid or cancelled a moment before.
      const state = (await charges.read(id))?.state;
      if (state === 'OPEN' || state === 'REGISTERING') throw refusedOrder(client, answer);
    },
    refused: () => boletoRefused(''),
  };
}

interface Tools {
  readonly client: BankClient;
  readonly base: string;
  readonly find: InterCharges['find'];
  readonly noteBegun: NoteBegun;
}

async function findOrCreate({ client, base, find, noteBegun }: Tools, order: BoletoOrder): Promise<string> {
  const seuNumero = toSeuNumero(order.chargeId);
  const known = order.isNew === true ? undefined : await find(seuNumero);
  if (known && known.state !== 'GONE') return known.id;
  await noteBegun(order.chargeId);
  try {
    const call = { operation: 'create_boleto', method: 'POST', base, path, isRepeatable: false } as const;
    const answer = await client.ask({ ...call, body: toRequest(order, seuNumero) });
    if (!isSuccess(answer)) throw refusedOrder(client, answer);
    const id = asText(asFields(answer.body)['codigoSolicitacao']);
    if (id === undefined) throw bankUnavailable(new Error('an answer without an id'));
    return id;
  } catch (error) {
    if (!isAppError(error) || error.reason !== 'PIX_PROVIDER_UNAVAILABLE') throw error;
    // The outcome is unknown: perhaps it was made.
    const made = await find(seuNumero);
    if (made && made.state !== 'GONE') return made.id;
    throw error;
  }
}

function toRequest(order: BoletoOrder, seuNumero: string) {
  const { amountCents, dueDate, interestBasisPoints, fine, payer } = order;
  const hasLateFees = interestBasisPoints !== undefined || fine !== undefined;
  return {
    seuNumero,
    valorNominal: toReais(amountCents),
    dataVencimento: dueDate,
    numDiasAgenda: daysBetween(dueDate, lastPayableDay(dueDate, hasLateFees)),
    pagador: toPayer(payer),
    ...(fine && { multa: toFine(fine) }),
    ...(interestBasisPoints !== undefined && { mora: { codigo: 'TAXAMENSAL', taxa: toPercent(interestBasisPoints) } }),
    formasRecebimento: ['BOLETO', 'PIX'],
  };
}

/** The rules of the provider have asked for the address. */
function toPayer({ name, taxId, address, city, state, zipCode }: BoletoPayer) {
  return {
    cpfCnpj: taxId,
    tipoPessoa: taxId.length === 11 ? 'FISICA' : 'JURIDICA',
    nome: name.slice(0, 100),
    endereco: address?.slice(0, 100),
    cidade: city?.slice(0, 60),
    uf: state,
    cep: zipCode?.replace(/\D/g, ''),
  };
}

function toFine({ kind, value }: BoletoFine) {
  return kind === 'FIXED'
    ? { codigo: 'VALORFIXO', valor: toReais(cents(value)) }
    : { codigo: 'PERCENTUAL', taxa: toPercent(value) };
}

function toPercent(basisPoints: number): number {
  return Number(toDecimal(basisPoints));
}

async function readOne(client: BankClient, base: string, id: string): Promise<InterCharge | undefined> {
  const call = { operation: 'read_boleto', method: 'GET', base, isRepeatable: true } as const;
  const answer = await client.ask({ ...call, path: `${path}/${encodeURIComponent(id)}` });
  if (isNotFound(answer, client.dialect)) return undefined;
  const charge = isSuccess(answer) ? toInterCharge(answer.body) : undefined;
  if (!charge) throw bankUnavailable(new Error('an answer that is no boleto'));
  return charge;
}

async function findOne(
  client: BankClient,
  base: string,
  seuNumero: string,
  today: string,
): Promise<InterCharge | undefined> {
  const query = new URLSearchParams({
    dataInicial: addDays(today, -lookBackDays),
    dataFinal: today,
    filtrarDataPor: 'EMISSAO',
    seuNumero,
    'paginacao.paginaAtual': '0',
    'paginacao.itensPorPagina': String(pageSize),
  });
  const call = { operation: 'find_boletos', method: 'GET', base, isRepeatable: true } as const;
  const answer = await client.ask({ ...call, path: `${path}?${query.toString()}` });
  if (!isSuccess(answer)) throw bankUnavailable(new Error('an answer that is no list of boletos'));
  const listed = asList(asFields(answer.body)['cobrancas']).flatMap((item) => toInterCharge(item) ?? []);
  // A filter that is not understood would list the boletos of others.
  const own = listed.filter((charge) => charge.seuNumero === seuNumero);
  // Everybody who asks again finds the same, in whatever order Inter lists them.
  const sorted = own.toSorted((first, second) => (first.id < second.id ? -1 : 1));
  return sorted.find(({ state }) => state !== 'GONE') ?? sorted[0];
}

/** Only Inter's own words are a refusal; they name fields of the payer, whose values are personal data. */
function refusedOrder(client: BankClient, answer: BankAnswer): AppError {
  const error = refusalOrUnknown(answer, client.dialect);
  if (error.kind !== 'FAILED_PRECONDITION') return error;
  const names = asList(asFields(answer.body)['violacoes']).flatMap(({ propriedade }) => asText(propriedade) ?? []);
  const known = names.filter((name) => /^[A-Za-z.]{1,40}$/.test(name)).slice(0, 3);
  return boletoRefused(known.length === 0 ? '' : `: look at ${known.join(', ')}`);
}

function boletoRefused(where: string): AppError {
  return new AppError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PIX_PROVIDER_REFUSED',
    message: `The bank refused the boleto${where}`,
  });
}
