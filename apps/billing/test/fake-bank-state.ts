import { automaticBooks, type AutomaticBooks } from './fake-bank-automatic';
import { addDays, codeOf, dayOf, ispb, money, refuse, token } from './fake-bank-parts';

/** What a bank of the Pix API keeps, written from the API's description alone: it shares no code with the adapter. */

export interface BankPix {
  readonly endToEndId: string;
  /** Empty for what was typed by hand; the list leaves it out. */
  readonly txid: string;
  readonly chave?: string;
  readonly valor: string;
  readonly horario: string;
  readonly pagador?: { readonly cpf?: string; readonly cnpj?: string; readonly nome: string };
  readonly devolucoes: BankReturn[];
}

export interface BankReturn {
  readonly id: string;
  readonly rtrId: string;
  readonly valor: string;
  readonly natureza?: string;
  readonly horario: { readonly solicitacao: string; readonly liquidacao?: string };
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  motivo?: string;
}

interface BankCharge {
  readonly kind: 'cob' | 'cobv';
  readonly txid: string;
  readonly criacao: string;
  revisao: number;
  request: Record<string, unknown>;
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';
  readonly location: string;
}

const minute = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 12);

export interface BankBooks {
  /** The one key this receiver has. */
  readonly pixKey: string;
  readonly webhooks: Map<string, string>;
  /** How returns end, from now on. */
  refundStatus: BankReturn['status'];
  /** Replaces `pixCopiaECola`, or leaves it out when null; undefined: a right one. */
  brCode: string | null | undefined;
  /** What a return with an id that it has is refused as. */
  repeatType: string;
  /** Some banks keep transfers out of the charge. */
  hidesTransfers: boolean;
  putCharge(kind: 'cob' | 'cobv', txid: string, body: unknown): { status: 200 | 201; answer: object };
  getCharge(kind: 'cob' | 'cobv', txid: string): object;
  patchCharge(kind: 'cob' | 'cobv', txid: string, body: unknown): object;
  /** A payer pays; `valor` when it is another amount than asked. */
  pay(txid: string, options?: { valor?: string; payer?: BankPix['pagador']; even?: boolean }): BankPix;
  /** A payer sends a Pix to the key without a charge. */
  receive(pix: Partial<BankPix> & { readonly valor: string }): BankPix;
  /** Some banks tell no txid in the list. */
  hidesTxids: boolean;
  /** Most transfers of a page. */
  pageSize: number;
  listPix(query: URLSearchParams): object;
  getPix(endToEndId: string): BankPix;
  putReturn(endToEndId: string, id: string, body: unknown): BankReturn;
  getReturn(endToEndId: string, id: string): BankReturn;
  /** Takes money back as the special return mechanism does. */
  takeBack(endToEndId: string): void;
  /** All returns ever asked for. */
  returns(): readonly BankReturn[];
  charges(): readonly string[];
  readonly automatic: AutomaticBooks;
}

/** @param now the bank's own clock */
export function bankBooks(pixKey: string, now: () => Date): BankBooks {
  const charges = new Map<string, BankCharge>();
  const transfers = new Map<string, BankPix>();

  function chargeOf(kind: string, txid: string): BankCharge {
    const charge = charges.get(txid);
    const type = kind === 'cob' ? 'CobNaoEncontrado' : 'CobVNaoEncontrada';
    return charge?.kind === kind ? charge : refuse(404, type, 'Não encontrado');
  }

  function pixOf(endToEndId: string): BankPix {
    return transfers.get(endToEndId) ?? refuse(404, 'PixNaoEncontrado', 'Pix não encontrado');
  }

  function shown(charge: BankCharge): object {
    const pix = [...transfers.values()].filter(({ txid }) => txid === charge.txid);
    const code = books.brCode;
    return {
      ...charge.request,
      calendario: { ...(charge.request['calendario'] as object), criacao: charge.criacao },
      txid: charge.txid,
      revisao: charge.revisao,
      loc: { id: 7716, location: charge.location, tipoCob: charge.kind },
      location: charge.location,
      status: charge.status,
      ...(code === null ? {} : { pixCopiaECola: code ?? codeOf(charge.location) }),
      ...(pix.length > 0 && !books.hidesTransfers ? { pix } : {}),
      extensaoDoBanco: { qualquer: 'coisa' },
    };
  }

  const books: BankBooks = {
    pixKey,
    webhooks: new Map(),
    refundStatus: 'DEVOLVIDO',
    brCode: undefined,
    hidesTransfers: false,
    repeatType: 'PixDevolucaoInvalida',
    hidesTxids: false,
    pageSize: 100,

    putCharge: (kind, txid, body) => {
      const request = checkedCharge(kind, txid, body, pixKey);
      const existing = charges.get(txid);
      if (existing && existing.status !== 'ATIVA') {
        refuse(400, kind === 'cob' ? 'CobOperacaoInvalida' : 'CobVOperacaoInvalida', 'A cobrança não está ativa');
      }
      const location = existing?.location ?? `pix.bank.example/qr/v2/${kind === 'cobv' ? 'cobv/' : ''}${token(32)}`;
      const criacao = existing?.criacao ?? now().toISOString();
      const revisao = existing ? existing.revisao + 1 : 0;
      const charge: BankCharge = { kind, txid, criacao, revisao, request, status: 'ATIVA', location };
      charges.set(txid, charge);
      return { status: existing ? 200 : 201, answer: shown(charge) };
    },

    getCharge: (kind, txid) => shown(chargeOf(kind, txid)),

    patchCharge: (kind, txid, body) => {
      const charge = chargeOf(kind, txid);
      const { status, ...others } = body as { status?: string };
      if (charge.status !== 'ATIVA' || status !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR' || Object.keys(others).length > 0) {
        refuse(400, 'CobOperacaoInvalida', 'Alteração inválida');
      }
      charge.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
      charge.revisao += 1;
      return shown(charge);
    },

    pay: (txid, { valor, payer, even = false } = {}) => {
      const charge = charges.get(txid) ?? refuse(404, 'CobNaoEncontrado', 'Não encontrado');
      if (charge.status !== 'ATIVA' && !even) throw new Error(`nobody can pay a charge that is ${charge.status}`);
      if (charge.kind === 'cobv' && dayOf(now()) > lastDayOf(charge) && !even)
        throw new Error('nobody can pay a charge after its days');
      const asked = (charge.request['valor'] as { original: string }).original;
      const pix: BankPix = {
        endToEndId: `E${ispb}${minute(now())}${token(11)}`,
        txid,
        valor: valor ?? asked,
        horario: now().toISOString(),
        ...(payer && { pagador: payer }),
        devolucoes: [],
      };
      transfers.set(pix.endToEndId, pix);
      charge.status = 'CONCLUIDA';
      return pix;
    },

    listPix: (query) => {
      const [from, to] = [query.get('inicio') ?? '', query.get('fim') ?? ''];
      const isRange = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(from) && from <= to;
      if (!isRange) refuse(400, 'PixConsultaInvalida', 'inicio e fim são obrigatórios');
      const pix = [...transfers.values()].filter(({ horario, txid }) => {
        const at = Date.parse(horario);
        return at >= Date.parse(from) && at <= Date.parse(to) && (query.get('txid') ?? txid) === txid;
      });
      const page = Number(query.get('paginacao.paginaAtual') ?? 0);
      const size = Math.min(books.pageSize, Number(query.get('paginacao.itensPorPagina') ?? 100));
      const paginacao = { paginaAtual: page, itensPorPagina: size, quantidadeDePaginas: Math.ceil(pix.length / size) };
      const shownPix = pix
        .slice(page * size, (page + 1) * size)
        .map(({ txid, ...rest }) => (books.hidesTxids ? rest : { ...rest, ...(txid !== '' && { txid }) }));
      return { parametros: { inicio: from, fim: to, paginacao }, pix: shownPix };
    },

    receive: (pix) => {
      const endToEndId = `E${ispb}${minute(now())}${token(11)}`;
      const received: BankPix = { endToEndId, txid: '', horario: now().toISOString(), devolucoes: [], ...pix };
      transfers.set(received.endToEndId, received);
      return received;
    },

    getPix: pixOf,

    putReturn: (endToEndId, id, body) => {
      const pix = pixOf(endToEndId);
      const { valor, ...others } = body as { valor?: string };
      const isKnown = Object.keys(others).every((name) => ['natureza', 'descricao'].includes(name));
      if (!/^[a-zA-Z0-9]{1,35}$/.test(id) || valor === undefined || !money.test(valor) || !isKnown) {
        refuse(400, 'RequisicaoInvalida', 'A devolução não respeita o esquema');
      }
      const returned = pix.devolucoes
        .filter(({ status }) => status !== 'NAO_REALIZADO')
        .reduce((sum, item) => sum + centavos(item.valor), 0);
      const isRepeat = pix.devolucoes.some((item) => item.id === id);
      if (isRepeat) refuse(400, books.repeatType, 'A devolução é repetida');
      if (returned + centavos(valor ?? '') > centavos(pix.valor)) {
        refuse(400, 'PixDevolucaoInvalida', 'A devolução é inválida');
      }
      const made: BankReturn = {
        id,
        rtrId: `D${ispb}${minute(now())}${token(11)}`,
        valor: valor ?? '',
        natureza: 'ORIGINAL',
        horario: { solicitacao: now().toISOString() },
        status: books.refundStatus,
        ...(books.refundStatus === 'NAO_REALIZADO' && { motivo: 'Saldo insuficiente' }),
      };
      pix.devolucoes.push(made);
      return made;
    },

    getReturn: (endToEndId, id) =>
      pixOf(endToEndId).devolucoes.find((item) => item.id === id) ??
      refuse(404, 'PixDevolucaoNaoEncontrada', 'Devolução não encontrada'),

    takeBack: (endToEndId) => {
      const pix = pixOf(endToEndId);
      const horario = { solicitacao: now().toISOString(), liquidacao: now().toISOString() };
      const rtrId = `D${ispb}${minute(now())}${token(11)}`;
      pix.devolucoes.push({
        id: token(20),
        rtrId,
        valor: pix.valor,
        natureza: 'MED_FRAUDE',
        horario,
        status: 'DEVOLVIDO',
      });
    },

    returns: () => [...transfers.values()].flatMap(({ devolucoes }) => devolucoes),
    charges: () => [...charges.keys()],
    automatic: automaticBooks({ now, transfers, chargeLocation: (txid) => charges.get(txid) }),
  };
  return books;
}

function checkedCharge(kind: string, txid: string, body: unknown, pixKey: string): Record<string, unknown> {
  const fail = (why: string): never => refuse(400, 'RequisicaoInvalida', why);
  if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) fail('txid');
  const request = body as Record<string, unknown>;
  const allowed = ['calendario', 'devedor', 'valor', 'chave', 'solicitacaoPagador', 'infoAdicionais', 'loc'];
  const stranger = Object.keys(request).find((name) => !allowed.includes(name));
  if (stranger !== undefined) fail(stranger);
  const { original } = (request['valor'] ?? {}) as { original?: unknown };
  if (typeof original !== 'string' || !money.test(original) || centavos(original) <= 0) fail('valor.original');
  if (request['chave'] !== pixKey) fail('chave');
  const { expiracao, dataDeVencimento } = (request['calendario'] ?? {}) as Record<string, unknown>;
  if (kind === 'cob' && (typeof expiracao !== 'number' || !Number.isInteger(expiracao) || expiracao < 1)) {
    fail('calendario.expiracao');
  }
  if (kind === 'cobv' && !/^\d{4}-\d\d-\d\d$/.test(String(dataDeVencimento))) fail('calendario.dataDeVencimento');
  const { multa, juros } = request['valor'] as Record<
    string,
    { modalidade?: unknown; valorPerc?: unknown } | undefined
  >;
  for (const extra of [multa, juros]) {
    const isRight = kind === 'cobv' && typeof extra?.modalidade === 'number' && money.test(String(extra.valorPerc));
    if (extra !== undefined && !isRight) fail('valor');
  }
  const text = request['solicitacaoPagador'];
  if (text !== undefined && (typeof text !== 'string' || Array.from(text).length > 140)) fail('solicitacaoPagador');
  const debtor = request['devedor'] as { cpf?: string; cnpj?: string; nome?: string } | undefined;
  if (kind === 'cobv' && !debtor) fail('devedor');
  if (debtor) {
    const isPerson = debtor.cpf !== undefined && /^\d{11}$/.test(debtor.cpf) && debtor.cnpj === undefined;
    const isCompany = debtor.cnpj !== undefined && /^[0-9A-Z]{14}$/.test(debtor.cnpj) && debtor.cpf === undefined;
    if ((!isPerson && !isCompany) || !debtor.nome || debtor.nome.length > 200) fail('devedor');
  }
  return request;
}

function lastDayOf({ request }: BankCharge): string {
  const { dataDeVencimento, validadeAposVencimento = 30 } = request['calendario'] as {
    dataDeVencimento: string;
    validadeAposVencimento?: number;
  };
  return addDays(dataDeVencimento, validadeAposVencimento);
}

function centavos(valor: string): number {
  return Number(valor.replace('.', ''));
}
