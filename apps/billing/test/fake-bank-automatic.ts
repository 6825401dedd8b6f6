import { addDays, cycleDays, dayOf, daysBetween, ispb, money, refuse, token, type Answer } from './fake-bank-parts';
import { recBooks, type BankRec } from './fake-bank-recs';
import type { BankPix } from './fake-bank-state';

/**
 * Automatic Pix of the fake bank: locrec, rec and cobr, written from the API's description alone. It judges
 * windows, days and states by its own clock, in UTC less three hours.
 */

export interface BankTry {
  dataLiquidacao: string;
  tipo: 'AGND' | 'NTAG' | 'RIFL';
  status: 'SOLICITADA' | 'AGENDADA' | 'PAGA' | 'CANCELADA' | 'REJEITADA' | 'EXPIRADA';
  endToEndId: string;
  rejeicao?: { codigo: string; descricao: string };
  atualizacao: { status: string; data: string }[];
}

export interface BankCobr {
  readonly txid: string;
  readonly idRec: string;
  readonly request: Record<string, unknown>;
  readonly criacao: string;
  readonly dueDay: string;
  status: 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA';
  tentativas: BankTry[];
  encerramento?: object;
}

const endingCodes = ['AC05', 'AM09', 'DENC', 'DS27', 'DTED', 'MIDI', 'MSUC', 'NITX', 'RC09'];

export interface AutomaticBooks {
  readonly recs: ReadonlyMap<string, BankRec>;
  readonly cobrs: ReadonlyMap<string, BankCobr>;
  /** Called-back addresses, by resource: webhookrec and webhookcobr. */
  readonly webhooks: Map<string, string>;
  /** The payer's bank has not answered yet: new charges stay CRIADA without a try. */
  isPayerBankAway: boolean;
  /** The receiver's contract does not allow automatic Pix. */
  refusesRecs: boolean;
  /** Leaves transfers out of a cobr, and tells them only under /pix. */
  hidesTransfers: boolean;
  /** Days that the bank moves on to the next: not business days where the payer lives. */
  readonly holidays: Set<string>;
  /** The answer of a route, undefined for one that is not of automatic Pix. */
  route(method: string, path: readonly string[], query: URLSearchParams, json: () => unknown): Answer | undefined;
  /** The payer accepts; of a composite code after paying its charge. */
  approve(idRec: string, journey?: string): BankRec;
  end(idRec: string, status: 'REJEITADA' | 'EXPIRADA' | 'CANCELADA', code?: string, by?: string): BankRec;
  /** The payer's bank answers for a charge that it has not answered for. */
  accept(txid: string): BankCobr;
  /** The open try pays. */
  collect(txid: string): BankPix;
  /** The open try fails; an ending code ends the charge. */
  refuseTry(txid: string, code: string): BankCobr;
  /** The payer's bank tries again on the same day, by itself. */
  tryAgain(txid: string): BankCobr;
  /** The payer takes one charge back in the app. */
  cancelByPayer(txid: string): BankCobr;
  expire(txid: string): BankCobr;
  /** All transfers of all charges of a recurrence. */
  transfersOf(idRec: string): readonly BankPix[];
}

interface Parts {
  readonly now: () => Date;
  readonly transfers: Map<string, BankPix>;
  /** The location of an open cob or cobv, and its kind. */
  readonly chargeLocation: (txid: string) => { readonly kind: 'cob' | 'cobv'; readonly location: string } | undefined;
}

export function automaticBooks({ now, transfers, chargeLocation }: Parts): AutomaticBooks {
  const own = recBooks(now, chargeLocation);
  const { recs, recOf } = own;
  const cobrs = new Map<string, BankCobr>();

  const today = (): string => dayOf(now());
  const stamp = (): string => now().toISOString();
  const cobrOf = (txid: string): BankCobr => cobrs.get(txid) ?? refuse(404, 'CobRNaoEncontrado', 'Não encontrada');
  const e2e = (): string => `E${ispb}${stamp().replace(/\D/g, '').slice(0, 12)}${token(11)}`;

  const settleDay = (day: string): string => (books.holidays.has(day) ? settleDay(addDays(day, 1)) : day);

  function newTry(dueDay: string, tipo: BankTry['tipo']): BankTry {
    return {
      dataLiquidacao: settleDay(dueDay),
      tipo,
      status: 'AGENDADA',
      endToEndId: e2e(),
      atualizacao: [
        { status: 'SOLICITADA', data: stamp() },
        { status: 'AGENDADA', data: stamp() },
      ],
    };
  }

  function shownCobr(cobr: BankCobr): object {
    const pix = [...transfers.values()].filter(({ txid }) => txid === cobr.txid);
    return {
      ...cobr.request,
      calendario: { ...(cobr.request['calendario'] as object), criacao: cobr.criacao },
      txid: cobr.txid,
      status: cobr.status,
      politicaRetentativa: recOf(cobr.idRec).request['politicaRetentativa'],
      ...(cobr.tentativas.length > 0 && { tentativas: cobr.tentativas }),
      ...(cobr.encerramento && { encerramento: cobr.encerramento }),
      // As in one of the examples of the standard, a single return is no list.
      ...(pix.length > 0 &&
        !books.hidesTransfers && { pix: pix.map((one) => ({ ...one, devolucoes: one.devolucoes[0] })) }),
    };
  }

  function putCobr(txid: string, body: unknown): Answer {
    const wrong = (why: string): never => refuse(400, 'CobROperacaoInvalida', why);
    if (cobrs.has(txid)) wrong('cobr.txid encontra-se em uso');
    const { request, idRec, dueDay, original } = checkedCobr(txid, body);
    const rec = recOf(idRec);
    if (rec.status !== 'APROVADA') wrong('A recorrência não está aprovada');
    if (dueDay < addDays(today(), 2) || dueDay > addDays(today(), 10)) wrong('dataDeVencimento fora da janela');
    const { calendario, valor } = rec.request as {
      calendario: { periodicidade: string };
      valor?: { valorRec?: string };
    };
    if (valor?.valorRec !== undefined && valor.valorRec !== original) wrong('valor difere do valor fixo');
    const apart = cycleDays[calendario.periodicidade] ?? 1;
    const isTaken = [...cobrs.values()].some(
      (other) =>
        other.idRec === idRec &&
        !['REJEITADA', 'CANCELADA', 'EXPIRADA'].includes(other.status) &&
        Math.abs(daysBetween(other.dueDay, dueDay)) < apart,
    );
    if (isTaken) wrong('Existe uma CobR no mesmo ciclo');
    const cobr: BankCobr = { txid, idRec, request, criacao: today(), dueDay, status: 'CRIADA', tentativas: [] };
    cobrs.set(txid, cobr);
    if (!books.isPayerBankAway) books.accept(txid);
    return { status: 201, answer: shownCobr(cobr) };
  }

  function patchCobr(txid: string, body: unknown): object {
    const cobr = cobrOf(txid);
    const { status, ...others } = body as { status?: string };
    const first = cobr.tentativas[0]?.dataLiquidacao ?? settleDay(cobr.dueDay);
    const isOpen = cobr.status === 'CRIADA' || cobr.status === 'ATIVA';
    if (status !== 'CANCELADA' || Object.keys(others).length > 0 || !isOpen || today() >= first) {
      refuse(400, 'CobROperacaoInvalida', 'Não é possível cancelar a cobrança');
    }
    const cancelamento = { solicitante: 'USUARIO_RECEBEDOR', codigo: 'SLCR', descricao: 'Pedido do recebedor' };
    return shownCobr(endCobr(cobr, 'CANCELADA', { cancelamento }));
  }

  function endCobr(cobr: BankCobr, status: BankCobr['status'], encerramento?: object): BankCobr {
    cobr.status = status;
    if (encerramento) cobr.encerramento = encerramento;
    for (const one of cobr.tentativas) if (one.status === 'AGENDADA') one.status = 'CANCELADA';
    return cobr;
  }

  function postRetry(txid: string, day: string): Answer {
    const wrong = (why: string): never => refuse(400, 'CobROperacaoInvalida', why);
    const cobr = cobrOf(txid);
    if (cobr.status !== 'ATIVA') wrong('A cobrança não está ativa');
    if (recOf(cobr.idRec).request['politicaRetentativa'] !== 'PERMITE_3R_7D') wrong('A política não permite');
    if (cobr.tentativas.some(({ status }) => status === 'AGENDADA' || status === 'SOLICITADA'))
      wrong('Há tentativa aberta');
    if (day <= today()) wrong('data não é futura');
    const first = cobr.tentativas[0]?.dataLiquidacao ?? cobr.dueDay;
    if (day > addDays(first, 7) || cobr.tentativas.length >= 4) wrong('Fora de 3 tentativas em 7 dias');
    cobr.tentativas.push(newTry(day, 'NTAG'));
    return { status: 201, answer: shownCobr(cobr) };
  }

  function openTry(txid: string): { cobr: BankCobr; open: BankTry } {
    const cobr = cobrOf(txid);
    const open = cobr.tentativas.find(({ status }) => status === 'AGENDADA');
    if (!open) throw new Error(`charge ${txid} has no try to end`);
    return { cobr, open };
  }

  function setWebhook(resource: string, body: unknown): Answer {
    const { webhookUrl = '' } = body as { webhookUrl?: string };
    const type = resource === 'webhookrec' ? 'WebhookRecOperacaoInvalida' : 'WebhookCobROperacaoInvalida';
    if (!webhookUrl.startsWith('https://')) refuse(400, type, 'Webhook inválido');
    books.webhooks.set(resource, webhookUrl);
    return { status: 200, answer: {} };
  }

  const ok = (answer: object): Answer => ({ status: 200, answer });

  const books: AutomaticBooks = {
    recs,
    cobrs,
    webhooks: new Map(),
    isPayerBankAway: false,
    refusesRecs: false,
    hidesTransfers: false,
    holidays: new Set(),
    route: (method, [resource = '', id = '', sub, subId = ''], query, json) => {
      switch (`${method} ${resource}${id === '' ? '' : '/:'}${sub === undefined ? '' : `/${sub}`}`) {
        case 'PUT cobr/:':
          return putCobr(id, json());
        case 'GET cobr/:':
          return ok(shownCobr(cobrOf(id)));
        case 'PATCH cobr/:':
          return ok(patchCobr(id, json()));
        case 'POST cobr/:/retentativa':
          return postRetry(id, subId);
        case 'PUT webhookrec':
        case 'PUT webhookcobr':
          return setWebhook(resource, json());
        case 'DELETE webhookrec':
        case 'DELETE webhookcobr':
          books.webhooks.delete(resource);
          return { status: 204, answer: {} };
        default:
          if (books.refusesRecs && method === 'POST' && resource === 'rec') {
            return refuse(400, 'RecOperacaoInvalida', 'Recebedor sem Pix Automático');
          }
          return own.route(method, resource, id, query, json);
      }
    },
    approve: own.approve,
    end: own.end,
    accept: (txid) => {
      const cobr = cobrOf(txid);
      cobr.status = 'ATIVA';
      cobr.tentativas.push(newTry(cobr.dueDay, 'AGND'));
      return cobr;
    },
    collect: (txid) => {
      const { cobr, open } = openTry(txid);
      open.status = 'PAGA';
      cobr.status = 'CONCLUIDA';
      const { original } = cobr.request['valor'] as { original: string };
      const { endToEndId } = open;
      const pix: BankPix = { endToEndId, txid, valor: original, horario: stamp(), devolucoes: [] };
      transfers.set(endToEndId, pix);
      return pix;
    },
    refuseTry: (txid, code) => {
      const { cobr, open } = openTry(txid);
      open.status = 'REJEITADA';
      open.rejeicao = { codigo: code, descricao: 'Rejeitada' };
      return endingCodes.includes(code)
        ? endCobr(cobr, 'REJEITADA', { rejeicao: { codigo: code, descricao: 'Fim' } })
        : cobr;
    },
    tryAgain: (txid) => {
      const cobr = cobrOf(txid);
      cobr.tentativas.push(newTry(today(), 'RIFL'));
      return cobr;
    },
    cancelByPayer: (txid) => {
      const cancelamento = { solicitante: 'USUARIO_PAGADOR', codigo: 'SLBD', descricao: 'Pedido do pagador' };
      return endCobr(cobrOf(txid), 'CANCELADA', { cancelamento });
    },
    expire: (txid) => endCobr(cobrOf(txid), 'EXPIRADA'),
    transfersOf: (idRec) => [...transfers.values()].filter(({ txid }) => cobrs.get(txid)?.idRec === idRec),
  };
  return books;
}

function checkedCobr(txid: string, body: unknown) {
  const wrong = (why: string): never => refuse(400, 'CobROperacaoInvalida', why);
  const request = body as Record<string, unknown>;
  const allowed = ['idRec', 'infoAdicional', 'calendario', 'valor', 'ajusteDiaUtil', 'recebedor', 'devedor'];
  const stranger = Object.keys(request).find((name) => !allowed.includes(name));
  if (stranger !== undefined) wrong(stranger);
  const {
    idRec = '',
    calendario,
    valor,
    recebedor,
    ajusteDiaUtil,
  } = request as {
    idRec?: string;
    calendario?: { dataDeVencimento?: string };
    valor?: { original?: string };
    ajusteDiaUtil?: unknown;
    recebedor?: { conta?: string; tipoConta?: string; agencia?: string };
  };
  if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) wrong('txid');
  if (!/^[a-zA-Z0-9]{29}$/.test(idRec)) wrong('idRec');
  const dueDay = calendario?.dataDeVencimento ?? '';
  const original = valor?.original ?? '';
  if (!/^\d{4}-\d\d-\d\d$/.test(dueDay)) wrong('calendario.dataDeVencimento');
  if (!money.test(original) || Number(original) <= 0) wrong('valor.original');
  if (typeof ajusteDiaUtil !== 'boolean') wrong('ajusteDiaUtil');
  const isType = ['CORRENTE', 'POUPANCA', 'PAGAMENTO'].includes(recebedor?.tipoConta ?? '');
  if (recebedor?.conta !== '997182' || !isType || (recebedor.agencia?.length ?? 0) > 4) wrong('recebedor');
  return { request, idRec, dueDay, original };
}
