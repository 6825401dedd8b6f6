import { DisputeDetails, DisputeFile } from '@pitanga/contracts';
import * as records from '@pitanga/records';
import { firstPage, page, type Operation } from './operation';

const at = new Date('2026-11-20T15:00:00Z');
const aFile = DisputeFile.fromPartial({
  id: 'dfil_1',
  disputeId: 'disp_1',
  kind: 'DISPUTE_FILE_KIND_RECEIPT',
  name: 'nota-fiscal.pdf',
  contentType: 'application/pdf',
  sizeBytes: 48_213,
  status: 'DISPUTE_FILE_STATUS_HELD',
  createdAt: at,
});
const aDispute = DisputeDetails.fromPartial({
  id: 'disp_1',
  chargeId: 'card_1',
  payerName: 'ANA SOUZA',
  state: 'DISPUTE_STATE_UNDER_REVIEW',
  amountCents: 12_000,
  reason: 'DISPUTE_REASON_FRAUDULENT',
  providerCode: 'fraudulent',
  dueBy: at,
  answer: { id: 'dans_1', status: 'DISPUTE_ANSWER_STATUS_SENT', isSubmitted: true, createdAt: at },
  openedAt: at,
  files: [aFile],
  accepts: { drafts: true, texts: true, filesMax: 9, filesOfKindMax: 1, fileBytesMax: 4_000_000, bytesMax: 4_500_000 },
});

/** Disputes, their answers and files. */
export const disputeOperations: readonly Operation[] = [
  {
    call: 'GET /v2/disputes/get?id=disp_1',
    answers: { 'disputes.getDispute': { dispute: aDispute } },
    request: { id: 'disp_1' },
    data: records.disputeRecord(aDispute),
  },
  {
    call: 'GET /v2/disputes/list?chargeId=card_1&status=UNDER_REVIEW',
    answers: { 'disputes.listDisputes': { disputes: [aDispute], page } },
    request: { page: firstPage, chargeId: 'card_1', state: 'DISPUTE_STATE_UNDER_REVIEW' },
    data: [records.disputeRecord(aDispute)],
  },
  {
    call: 'POST /v2/disputes/answer',
    body: { id: 'disp_1', evidence: { productDescription: 'Um livro', trackingNumber: 'BR123' } },
    answers: { 'disputes.answerDispute': { dispute: aDispute } },
    request: { id: 'disp_1', evidence: { productDescription: 'Um livro', trackingNumber: 'BR123' }, submit: true },
    data: records.disputeRecord(aDispute),
  },
  {
    call: 'POST /v2/disputes/add-file',
    body: { id: 'disp_1', kind: 'RECEIPT', name: 'nota-fiscal.pdf', content: 'JVBERi0xLjcK' },
    answers: { 'disputes.addDisputeFile': { file: aFile } },
    request: {
      disputeId: 'disp_1',
      kind: 'DISPUTE_FILE_KIND_RECEIPT',
      name: 'nota-fiscal.pdf',
      content: Buffer.from('%PDF-1.7\n'),
    },
    data: records.disputeFileRecord(aFile),
  },
  {
    call: 'POST /v2/disputes/remove-file',
    body: { id: 'dfil_1' },
    answers: { 'disputes.removeDisputeFile': { file: aFile } },
    request: { id: 'dfil_1' },
    data: records.disputeFileRecord(aFile),
  },
];
