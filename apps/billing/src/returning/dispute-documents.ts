import type { Tenant } from '@pitanga/core';
import { textsPdf } from '../boleto/texts-pdf';
import type { Deps } from '../deps';
import type { DisputeAnswer, DisputeEvidence } from '../disputes/dispute';
import type { DisputeFile } from '../disputes/dispute-file';
import { findAnswerFiles, readFileContent, saveFileReference } from '../disputes/dispute-file-repository';
import { evidenceMissing, filesTooLarge, tooManyFiles } from '../disputes/dispute-errors';
import type { DisputeAnswerOrder, DisputeCapabilities, DisputeDocument } from '../provider/dispute-provider';
import { toAccepts } from './dispute-files';

/** Of the PDF of all texts at their longest. */
const textsBytesMax = 250_000;

/** In the order of the PDF, which the payer's bank reads. */
const titles: readonly (readonly [keyof DisputeEvidence, string])[] = [
  ['productDescription', 'O que foi vendido'],
  ['customerCommunication', 'Conversa com quem pagou'],
  ['refundPolicy', 'Política de reembolso'],
  ['trackingNumber', 'Código de rastreio'],
  ['carrier', 'Transportadora'],
  ['explanation', 'Explicação'],
];

/** The texts of an answer that say something, under their titles. */
function sections(evidence: DisputeEvidence): readonly { readonly title: string; readonly text: string }[] {
  return titles.flatMap(([name, title]) => {
    const text = evidence[name] ?? '';
    return text === '' ? [] : [{ title, text }];
  });
}

/** Whether an answer says or shows something, and the provider takes as much. */
export function requireSendable(
  capabilities: DisputeCapabilities,
  evidence: DisputeEvidence,
  held: readonly Pick<DisputeFile, 'sizeBytes'>[],
): void {
  const hasText = sections(evidence).length > 0;
  if (!hasText && held.length === 0) throw evidenceMissing();
  if (capabilities.takesTexts || !hasText) return;
  const { filesMax, bytesMax } = toAccepts(capabilities);
  if (held.length + 1 > filesMax) throw tooManyFiles(filesMax - 1);
  const bytes = held.reduce((sum, { sizeBytes }) => sum + sizeBytes, textsBytesMax);
  if (bytes > bytesMax) throw filesTooLarge(bytesMax - textsBytesMax);
}

/** What of an answer goes to a provider: one that takes no texts gets them as a PDF. */
export async function answerContent(
  deps: Deps,
  tenant: Tenant,
  capabilities: DisputeCapabilities,
  { id, evidence = {}, createdAt }: DisputeAnswer,
): Promise<Pick<DisputeAnswerOrder, 'evidence' | 'documents'>> {
  const files = await findAnswerFiles(deps.db, tenant, deps.sealer, id);
  const documents = files.map((file) => toDocument(deps, tenant, file));
  const texts = sections(evidence);
  if (capabilities.takesTexts || texts.length === 0) return { evidence, documents };
  const content = await textsPdf({ title: `Resposta à contestação ${id}`, createdAt, sections: texts });
  const pdf: DisputeDocument = {
    id: `${id}-texts`,
    kind: 'OTHER',
    contentType: 'application/pdf',
    sizeBytes: content.length,
    // A provider that takes files alone takes them with the answer.
    reference: undefined,
    read: () => Promise.resolve(content),
    keepReference: () => Promise.resolve(),
  };
  return { evidence: {}, documents: [pdf, ...documents] };
}

function toDocument(deps: Deps, tenant: Tenant, file: DisputeFile): DisputeDocument {
  const { id, kind, contentType, sizeBytes, reference } = file;
  return {
    id,
    kind,
    contentType,
    sizeBytes,
    reference,
    read: () => readFileContent(deps.db, tenant, deps.sealer, id),
    keepReference: (given) => saveFileReference(deps.db, tenant, id, given),
  };
}
