import type { Api } from '../../edge/api';
import { previewImagePath } from '../html/preview';
import { fruitPng, buildIcon } from './fruit-picture';

export const iconPath = '/favicon.ico';

/** Pictures that are the same for every store, drawn when they are first asked for. */
export function pictureRoutes(app: Api): void {
  const open = { config: { permission: 'public' }, schema: { hide: true } } as const;
  for (const [path, type, draw] of [
    [iconPath, 'image/x-icon', () => buildIcon(fruitPng({ width: 48, height: 48, isTransparent: true }), 48)],
    // The size that chats and social networks ask for.
    [previewImagePath, 'image/png', () => fruitPng({ width: 1_200, height: 630, isTransparent: false })],
  ] as const) {
    let drawn: Buffer | undefined;
    app.get(path, open, (_request, reply) =>
      reply
        .headers({
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
        })
        .send((drawn ??= draw())),
    );
  }
}
