import { everyTenant, type Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import { startBeforeAll } from '@pitanga/testing';
import { endAnswer } from '../src/disputes/dispute-answer-repository';
import { runErasures } from '../src/jobs/run-erasures';
import { aCustomer, call, firstPage as page, startBilling } from './billing-harness';
import { aSimulatedDispute, required } from './money-back';

const billing = startBeforeAll(startBilling);

const evidence = { explanation: 'Maria recebeu.' };

interface At {
  readonly tenant: Tenant;
  readonly id: string;
}
const read = async ({ tenant, id }: At) =>
  required((await billing.disputes.getDispute({ tenant, id }, call())).dispute);
const answer = ({ tenant, id }: At) => billing.disputes.answerDispute({ tenant, id, evidence, submit: true }, call());

describe('the texts of an answer', () => {
  const texts = async (at: At) => (await read(at)).answer?.evidence;

  it('stay readable until the payer is erased; those of an answer on its way go when it ends', async () => {
    const tenant = await billing.configuredStore();
    const { customer } = await billing.customers.createCustomer({ tenant, customer: aCustomer() }, call());
    const [sent, sending, other] = [
      await aSimulatedDispute(billing, tenant),
      await aSimulatedDispute(billing, tenant),
      await aSimulatedDispute(billing, tenant),
    ];
    const ours = [sent.chargeId, sending.chargeId];
    await billing.db('charges').whereIn('id', ours).update({ customer_id: customer?.id });
    for (const at of [sent, sending, other]) await answer(at);
    await billing.db('dispute_answers').where({ dispute_id: sending.id }).update({ status: 'SENDING' });
    expect(await Promise.all([sent, sending, other].map(texts))).toEqual([evidence, evidence, evidence]);

    await billing.customers.erasePerson({ tenant, key: { customerId: customer?.id ?? '' } }, call());
    await runErasures(billing.deps, everyTenant);
    expect(await Promise.all([sent, sending, other].map(texts))).toEqual([undefined, evidence, evidence]);
    const { id } = required((await read(sending)).answer);
    const end = { status: 'SENT', failure: undefined, at: billing.clock.real() } as const;
    await inTransaction(billing.db, (tx) => endAnswer(tx, tenant, id, end));
    expect(await texts(sending)).toBeUndefined();
  });

  it('are in no list', async () => {
    const at = await aSimulatedDispute(billing, await billing.configuredStore());
    await answer(at);
    const { tenant, chargeId } = at;
    const { disputes } = await billing.disputes.listDisputes({ tenant, page, chargeId, state: undefined }, call());
    expect(disputes.map((dispute) => dispute.answer?.evidence)).toEqual([undefined]);
  });
});
