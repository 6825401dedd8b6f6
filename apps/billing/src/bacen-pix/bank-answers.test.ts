import { namedIds, namesKeyPayment, namesSentPix } from './bank-answers';

const txid = 'a'.repeat(32);
const received = { endToEndId: 'E1', txid, valor: '5.00' };
const returned = { ...received, devolucoes: [{ id: 'r', status: 'DEVOLVIDO' }] };
const sent = { endToEndId: 'E2', tipo: 'SOLICITACAO', status: 'REALIZADO', gnExtras: { idEnvio: 'tran1' } };
const byKey = { endToEndId: 'E3', valor: '7.00', gnExtras: { tarifa: '0.01' } };

describe('a callback of Efí', () => {
  it.each([
    ['what was received', [received], [txid], false, false],
    ['a return', [returned], [txid], false, false],
    ['what was sent, which is no income', [sent], [], false, true],
    ['a Pix without a charge', [byKey], [], true, false],
    ['all of them', [received, sent, byKey, returned], [txid], true, true],
    ['a sent Pix alone by its id', [{ gnExtras: { idEnvio: 'x' }, txid }], [], false, true],
  ])('with %s is told apart', (_what, pix, ids, isByKey, isSent) => {
    expect([namedIds({ pix }), namesKeyPayment({ pix }), namesSentPix({ pix })]).toEqual([ids, isByKey, isSent]);
  });
});

describe('a callback of Inter', () => {
  it.each([
    ['a Pix that the account has sent', [{ endToEnd: 'E4', status: 'PAGO', valor: '5.00' }], true],
    ['a boleto', [{ codigoSolicitacao: 'c', txid, situacao: 'RECEBIDO' }], false],
  ])('with %s is told apart, and neither is a Pix that came in', (_what, body, isSent) => {
    expect([namedIds(body), namesKeyPayment(body), namesSentPix(body)]).toEqual([[], false, isSent]);
  });
});
