import { codeOf, cycleDays, dayOf, ispb, money, refuse, token, type Answer } from './fake-bank-parts';

export type RecStatus = 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA';

export interface BankRec {
  readonly idRec: string;
  readonly locationId: number;
  readonly request: Record<string, unknown>;
  readonly criacao: string;
  status: RecStatus;
  journey: string;
  encerramento?: object;
  atualizacao: { status: string; data: string }[];
}

/** The recurrences of the fake bank: locrec and rec. */
export function recBooks(
  now: () => Date,
  chargeLocation: (txid: string) => { readonly kind: 'cob' | 'cobv'; readonly location: string } | undefined,
) {
  const locations = new Map<number, { readonly location: string; idRec?: string }>();
  const recs = new Map<string, BankRec>();

  const today = (): string => dayOf(now());
  const stamp = (): string => now().toISOString();
  const recOf = (id: string): BankRec => recs.get(id) ?? refuse(404, 'RecNaoEncontrada', 'Não encontrada');

  function shownRec(rec: BankRec): object {
    const { location } = locations.get(rec.locationId) ?? { location: '' };
    return {
      ...rec.request,
      idRec: rec.idRec,
      recebedor: { cnpj: '58900633000188', nome: 'LOJA DO BANCO' },
      status: rec.status,
      loc: { id: rec.locationId, location, criacao: rec.criacao, idRec: rec.idRec },
      ativacao: { ...(rec.request['ativacao'] as object | undefined), tipoJornada: rec.journey },
      atualizacao: rec.atualizacao,
      ...(rec.encerramento && { encerramento: rec.encerramento }),
      extensaoDoBanco: ['qualquer', 'coisa'],
    };
  }

  function postRec(body: unknown): Answer {
    const request = checkedRec(body, today());
    const { loc } = request as { loc?: number };
    const place = loc === undefined ? undefined : locations.get(loc);
    if (loc === undefined || !place) return refuse(400, 'RecOperacaoInvalida', 'rec.loc inexiste');
    if (place.idRec !== undefined) refuse(400, 'RecOperacaoInvalida', 'rec.loc já está em uso');
    const kind = request['politicaRetentativa'] === 'PERMITE_3R_7D' ? 'RR' : 'RN';
    const idRec = `${kind}${ispb}${today().replaceAll('-', '')}${token(11)}`;
    place.idRec = idRec;
    const rec: BankRec = {
      idRec,
      locationId: loc,
      request,
      criacao: stamp(),
      status: 'CRIADA',
      journey: 'AGUARDANDO_DEFINICAO',
      atualizacao: [{ status: 'CRIADA', data: stamp() }],
    };
    recs.set(idRec, rec);
    return { status: 201, answer: shownRec(rec) };
  }

  function getRec(id: string, query: URLSearchParams): object {
    const rec = recOf(id);
    const recLocation = locations.get(rec.locationId)?.location ?? '';
    const txid = query.get('txid');
    if (txid === null) {
      return { ...shownRec(rec), dadosQR: { jornada: 'JORNADA_2', pixCopiaECola: codeOf(undefined, recLocation) } };
    }
    const charge = chargeLocation(txid);
    const asked = (rec.request['ativacao'] as { dadosJornada?: { txid?: string } } | undefined)?.dadosJornada?.txid;
    if (!charge || (charge.kind === 'cob' && asked !== txid)) {
      return refuse(400, 'RecConsultaInvalida', 'txid não corresponde à recorrência');
    }
    const jornada = charge.kind === 'cob' ? 'JORNADA_3' : 'JORNADA_4';
    return { ...shownRec(rec), dadosQR: { jornada, pixCopiaECola: codeOf(charge.location, recLocation) } };
  }

  function endRec(rec: BankRec, status: RecStatus, encerramento: object): BankRec {
    rec.status = status;
    rec.encerramento = encerramento;
    rec.atualizacao.push({ status, data: stamp() });
    return rec;
  }

  function patchRec(id: string, body: unknown): object {
    const rec = recOf(id);
    const { status } = body as { status?: string };
    const isOpen = rec.status === 'CRIADA' || rec.status === 'APROVADA';
    if (status !== 'CANCELADA' || !isOpen) refuse(400, 'RecOperacaoInvalida', 'A recorrência não pode ser alterada');
    const cancelamento = { solicitante: 'USUARIO_RECEBEDOR', codigo: 'SLCR', descricao: 'Pedido do recebedor' };
    return shownRec(endRec(rec, 'CANCELADA', { cancelamento }));
  }

  const ok = (answer: object): Answer => ({ status: 200, answer });

  return {
    recs,
    recOf,
    route: (
      method: string,
      resource: string,
      id: string,
      query: URLSearchParams,
      json: () => unknown,
    ): Answer | undefined => {
      switch (`${method} ${resource}${id === '' ? '' : '/:'}`) {
        case 'POST locrec': {
          const made = {
            id: locations.size + 101,
            location: `pix.bank.example/qr/v2/rec/${token(32)}`,
            criacao: stamp(),
          };
          locations.set(made.id, { location: made.location });
          return { status: 201, answer: made };
        }
        case 'GET locrec/:': {
          const place = locations.get(Number(id)) ?? refuse(404, 'PayloadLocationRecNaoEncontrado', 'Não encontrado');
          return ok({ id: Number(id), ...place });
        }
        case 'POST rec':
          return postRec(json());
        case 'GET rec/:':
          return ok(getRec(id, query));
        case 'PATCH rec/:':
          return ok(patchRec(id, json()));
        default:
          return undefined;
      }
    },
    approve: (idRec: string, journey = 'JORNADA_2'): BankRec => {
      const rec = recOf(idRec);
      if (rec.status !== 'CRIADA') throw new Error(`nobody can approve a recurrence that is ${rec.status}`);
      rec.journey = journey;
      rec.status = 'APROVADA';
      rec.atualizacao.push({ status: 'APROVADA', data: stamp() });
      return rec;
    },
    end: (
      idRec: string,
      status: 'REJEITADA' | 'EXPIRADA' | 'CANCELADA',
      code = status === 'REJEITADA' ? 'AP13' : 'SLDB',
      by = 'USUARIO_PAGADOR',
    ): BankRec => {
      const why = { codigo: code, descricao: 'Pedido do pagador' };
      const encerramento = status === 'REJEITADA' ? { rejeicao: why } : { cancelamento: { solicitante: by, ...why } };
      return endRec(recOf(idRec), status, encerramento);
    },
  };
}

function checkedRec(body: unknown, today: string): Record<string, unknown> {
  const wrong = (why: string): never => refuse(400, 'RecOperacaoInvalida', why);
  const request = body as Record<string, unknown>;
  const allowed = ['vinculo', 'calendario', 'valor', 'politicaRetentativa', 'loc', 'ativacao', 'recebedor'];
  const stranger = Object.keys(request).find((name) => !allowed.includes(name));
  if (stranger !== undefined) wrong(stranger);
  const { vinculo, calendario, valor, politicaRetentativa, ativacao } = request as {
    vinculo?: { contrato?: string; objeto?: string; devedor?: { cpf?: string; cnpj?: string; nome?: string } };
    calendario?: { dataInicial?: string; dataFinal?: string; periodicidade?: string };
    valor?: { valorRec?: string; valorMinimoRecebedor?: string };
    politicaRetentativa?: string;
    ativacao?: { dadosJornada?: { txid?: string } };
  };
  if (!vinculo?.contrato || vinculo.contrato.length > 35 || (vinculo.objeto?.length ?? 0) > 35) wrong('vinculo');
  const { cpf, cnpj, nome } = vinculo?.devedor ?? {};
  const isOne = (cpf === undefined) !== (cnpj === undefined) && /^(\d{11}|[0-9A-Z]{14})$/.test(cpf ?? cnpj ?? '');
  if (!isOne || !nome || nome.length > 140) wrong('vinculo.devedor');
  if (!/^\d{4}-\d\d-\d\d$/.test(calendario?.dataInicial ?? '') || (calendario?.dataInicial ?? '') < today)
    wrong('dataInicial');
  if (cycleDays[calendario?.periodicidade ?? ''] === undefined) wrong('periodicidade');
  const amounts = [valor?.valorRec, valor?.valorMinimoRecebedor].filter((amount) => amount !== undefined);
  if (amounts.length > 1 || amounts.some((amount) => !money.test(amount))) wrong('valor');
  if (!['NAO_PERMITE', 'PERMITE_3R_7D'].includes(politicaRetentativa ?? '')) wrong('politicaRetentativa');
  const txid = ativacao?.dadosJornada?.txid;
  if (ativacao !== undefined && !/^[a-zA-Z0-9]{26,35}$/.test(txid ?? '')) wrong('ativacao');
  return request;
}
