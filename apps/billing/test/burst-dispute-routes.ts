import type { Tenant } from '@pitanga/core';
import { call, firstPage, type Billing } from './billing-harness';
import type { Route } from './burst-route';
import { aPaidPix } from './money-back';

/** The writes about disputes. */
export function disputeBurstRoutes(billing: () => Billing): Readonly<Record<string, Route>> {
  const aDispute = async (tenant: Tenant): Promise<string> => {
    const { id } = await aPaidPix(billing(), tenant);
    await billing().charges.simulateDispute({ tenant, id, outcome: 'DISPUTE_OUTCOME_OPENED' }, call());
    const { disputes } = await billing().disputes.listDisputes({ tenant, page: firstPage, chargeId: id }, call());
    return disputes[0]?.id ?? '';
  };

  return {
    AnswerDispute: [
      async (dev) => {
        const dispute = { id: await aDispute(dev), evidence: { explanation: 'sent' }, submit: true };
        return (tenant) => billing().disputes.answerDispute({ tenant, ...dispute }, call());
      },
      ['DISPUTE_ANSWER_UNSUPPORTED'],
    ],
    AddDisputeFile: [
      async (dev) => {
        const disputeId = await aDispute(dev);
        const kind = 'DISPUTE_FILE_KIND_OTHER';
        const content = Buffer.from('%PDF-1.7');
        return (tenant) =>
          billing().disputes.addDisputeFile({ tenant, disputeId, kind, name: 'nota.pdf', content }, call());
      },
      ['DISPUTE_ANSWER_UNSUPPORTED'],
    ],
    RemoveDisputeFile: [
      async (dev) => {
        const disputeId = await aDispute(dev);
        const given = { disputeId, kind: 'DISPUTE_FILE_KIND_OTHER', name: 'nota.pdf' } as const;
        const { file } = await billing().disputes.addDisputeFile(
          { tenant: dev, ...given, content: Buffer.from('%PDF-1.7') },
          call(),
        );
        return (tenant) => billing().disputes.removeDisputeFile({ tenant, id: file?.id ?? '' }, call());
      },
      ['DISPUTE_FILE_NOT_FOUND'],
    ],
  };
}
