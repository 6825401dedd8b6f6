import { createElement } from 'react';
import { useForm } from 'react-hook-form';
import { PdfField } from '../src/forms/pdf-field';
import { PictureField } from '../src/forms/picture-field';
import { readPdf } from '../src/forms/read-pdf';
import { shrinkPicture } from '../src/forms/shrink-picture';
import { render } from './render';

const limits = { edgeMax: 100, charactersMax: 60 };
const png = new Blob([Uint8Array.from('\x89PNG\r\n\x1a\n and the rest', (letter) => letter.charCodeAt(0))]);
const ofLength = (length: number): string => 'data:image/webp;base64,'.padEnd(length, 'A');

function Form({ imageUrl }: { readonly imageUrl: string }) {
  const { control } = useForm({ defaultValues: { imageUrl } });
  return createElement(PictureField<{ imageUrl: string }>, { control, name: 'imageUrl', label: 'Imagem', limits });
}

describe('a picture in a form', () => {
  it('is an address to type, or a file to choose, drag or paste', async () => {
    const html = await render(createElement(Form, { imageUrl: 'https://loja.example/a.png' }));
    for (const text of ['value="https://loja.example/a.png"', 'Escolher imagem', 'ou arraste ou cole aqui']) {
      expect(html).toContain(text);
    }
    expect(html).not.toContain('Tirar a imagem escolhida');
  });

  it('says what was chosen and how large it is, without its content, and can be taken away', async () => {
    const html = await render(createElement(Form, { imageUrl: ofLength(8_023) }));
    for (const text of ['Imagem escolhida (6 kB)', 'Tirar a imagem escolhida']) expect(html).toContain(text);
    expect(html).not.toContain('AAAA');
  });

  it('is drawn smaller until it fits', async () => {
    const edges: number[] = [];
    const shrunk = await shrinkPicture(png, limits, (_file, edge) => {
      edges.push(edge);
      return Promise.resolve([ofLength(edge + 20), ofLength(edge + 9)]);
    });
    expect([shrunk, edges]).toEqual([{ address: ofLength(59) }, [100, 70, 50]]);
  });

  it('is refused by its content, its size, or because no browser can draw it', async () => {
    const never = (): never => {
      throw new Error('not drawn');
    };
    expect(await shrinkPicture(new File(['<svg/>'], 'a.png', { type: 'image/png' }), limits, never)).toEqual({
      refusal: 'wrongKind',
    });
    expect(await shrinkPicture(new Blob(['%PDF-1.7']), limits, never)).toEqual({ refusal: 'wrongKind' });
    const large = new Blob([png, new Uint8Array(20 * 1024 ** 2)]);
    expect(await shrinkPicture(large, limits, never)).toEqual({ refusal: 'tooLarge' });
    expect(await shrinkPicture(png, limits, () => Promise.resolve(undefined))).toEqual({ refusal: 'wrongKind' });
    expect(await shrinkPicture(png, limits, () => Promise.resolve([ofLength(61)]))).toEqual({ refusal: 'tooLarge' });
  });
});

function PdfForm({ fileUrl }: { readonly fileUrl: string }) {
  const { control } = useForm({ defaultValues: { fileUrl } });
  return createElement(PdfField<{ fileUrl: string }>, { control, name: 'fileUrl', label: 'Arquivo' });
}

describe('a PDF in a form', () => {
  it('is sent as it is, and the form says how large it is', async () => {
    const content = `%PDF-1.7 ${'x'.repeat(100_000)}`;
    const taken = await readPdf(new Blob([content]));
    if (!('address' in taken)) throw new Error('refused');
    const base64 = taken.address.replace('data:application/pdf;base64,', '');
    expect(Buffer.from(base64, 'base64').toString()).toBe(content);
    const html = await render(createElement(PdfForm, { fileUrl: taken.address }));
    for (const text of ['PDF escolhido (101 kB)', 'Tirar o PDF escolhido']) expect(html).toContain(text);
    expect(html).not.toContain(base64.slice(0, 20));
  });

  it('is refused by its content, whatever its name says, and beyond two megabytes', async () => {
    const page = new File(['<script>alert(1)</script>'], 'a.pdf', { type: 'application/pdf' });
    expect(await readPdf(page)).toEqual({ refusal: 'wrongKind' });
    expect(await readPdf(new Blob(['%PDF-', new Uint8Array(2_000_000)]))).toEqual({ refusal: 'tooLarge' });
  });
});
