import { standardManners, type Asked, type Manners } from './fake-bank-manners';
import { Refusal, type Answer } from './fake-bank-parts';
import type { BankBooks } from './fake-bank-state';

/** Carries out calls that are allowed, and answers as the bank with these manners does. */
export function bankRoutes(books: BankBooks, manners: Manners): (asked: Asked, path: readonly string[]) => Answer {
  return (asked, path) => {
    const { method, url } = asked;
    const [place = '', id = '', sub, subId = ''] = path;
    const makesCode = method === 'PUT' && place.startsWith('cob') && place.endsWith(manners.codeAt);
    const resource = makesCode && manners.codeAt !== '' ? place.slice(0, -manners.codeAt.length) : place;
    const json = (): unknown => bodyOf(asked);
    const automatic = books.automatic.route(method, path, url.searchParams, json);
    if (automatic) return automatic;
    const ok = (result: object) => ({ status: 200, answer: result });
    switch (`${method} ${resource}${sub === undefined ? '' : `/${sub}`}`) {
      case 'PUT cob':
      case 'PUT cobv': {
        const { status, answer: charge } = books.putCharge(resource as 'cob', id, json());
        const { [manners.codeName]: emv, ...coded } = shown(charge, makesCode) as Record<string, unknown>;
        const isWrapped = resource !== place;
        return {
          status: status === 201 ? manners.createdStatus : status,
          answer: isWrapped ? { [resource]: coded, emv } : shown(charge, makesCode),
        };
      }
      case 'GET cob':
      case 'GET cobv':
        return ok(shown(books.getCharge(resource as 'cob', id), manners.codeAt === ''));
      case 'PATCH cob':
      case 'PATCH cobv':
        return ok(shown(books.patchCharge(resource as 'cob', id, standardRemoval(json())), manners.codeAt === ''));
      case 'GET pix':
        return ok(id === '' ? books.listPix(url.searchParams) : books.getPix(id));
      case 'PUT pix/devolucao':
        return { status: manners.createdStatus, answer: books.putReturn(id, subId, json()) };
      case 'GET pix/devolucao':
        return ok(books.getReturn(id, subId));
      case 'PUT webhook':
        return ok(setWebhook(id, json()));
      case 'GET webhook':
        return ok({ webhookUrl: books.webhooks.get(id), chave: id });
      case 'DELETE webhook':
        books.webhooks.delete(id);
        return { status: 204, answer: {} };
      default:
        throw new Refusal({ status: 404, type: 'NaoEncontrado', title: 'Recurso desconhecido' });
    }
  };

  /** A charge as this bank shows it. */
  function shown(charge: object, hasCode: boolean): object {
    const { pixCopiaECola, pix, status, ...others } = charge as Record<string, unknown>;
    return manners.shown({
      ...others,
      status: String(manners.isStale && status === 'CONCLUIDA' ? 'ATIVA' : status).replace(
        /^REMOVID[AO]_PELO_USUARIO_RECEBEDOR$/,
        manners.removed,
      ),
      ...(hasCode && pixCopiaECola !== undefined ? { [manners.codeName]: pixCopiaECola } : {}),
      ...(manners.isStale || pix === undefined ? {} : { pix }),
    });
  }

  /** The books have the standard's word. */
  function standardRemoval(body: unknown): unknown {
    const { status, ...others } = body as { status?: unknown };
    return { ...others, status: status === manners.removed ? standardManners.removed : 'OUTRO' };
  }

  function setWebhook(key: string, body: unknown): object {
    const { webhookUrl } = body as { webhookUrl?: string };
    if (key !== books.pixKey || !webhookUrl?.startsWith('https://')) {
      throw new Refusal({ status: 400, type: 'WebhookOperacaoInvalida', title: 'Webhook inválido' });
    }
    books.webhooks.set(key, webhookUrl);
    return {};
  }
}

function bodyOf({ headers, body }: Asked): unknown {
  const isJson = /^application\/json\b/.test(String(headers['content-type']));
  try {
    if (isJson) return JSON.parse(body);
  } catch {
    // Refused below.
  }
  throw new Refusal({ status: 400, type: 'RequisicaoInvalida', title: 'Corpo inválido' });
}
