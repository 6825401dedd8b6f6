import { createElement } from 'react';
import { useForm } from 'react-hook-form';
import { PictureField } from '../src/forms/picture-field';
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
      refusal: 'notPicture',
    });
    expect(await shrinkPicture(new Blob(['%PDF-1.7']), limits, never)).toEqual({ refusal: 'notPicture' });
    const large = new Blob([png, new Uint8Array(20 * 1024 ** 2)]);
    expect(await shrinkPicture(large, limits, never)).toEqual({ refusal: 'tooLarge' });
    expect(await shrinkPicture(png, limits, () => Promise.resolve(undefined))).toEqual({ refusal: 'notPicture' });
    expect(await shrinkPicture(png, limits, () => Promise.resolve([ofLength(61)]))).toEqual({ refusal: 'tooLarge' });
  });
});
