import type { FieldValues } from 'react-hook-form';
import { useWords } from '../words/words';
import type { FieldProps } from './fields';
import { FileAddressField } from './file-address-field';
import { pdfWords } from './pdf-words';
import { readPdf } from './read-pdf';

/** The address of a PDF, typed, or the PDF itself, as it is. */
export function PdfField<Values extends FieldValues>(props: FieldProps<Values>) {
  const say = useWords(pdfWords);
  return <FileAddressField {...props} say={say} accept="application/pdf" read={readPdf} />;
}
