import { contrastMin, computeContrast, contrastWithWhite } from '../../../stores/branding';
import { brandStyle, readableOnDark } from './brand-colors';

const channels = ['00', '33', '66', '99', 'cc'];
const colors = channels.flatMap((red) => channels.flatMap((green) => channels.map((blue) => `#${red}${green}${blue}`)));

describe('the colour of a store', () => {
  it('is readable on dark pages, whatever the store may choose', () => {
    const allowed = colors.filter((color) => contrastWithWhite(color) >= contrastMin);
    const unreadable = allowed.filter((color) => computeContrast(readableOnDark(color), '#1f1f25') < contrastMin);
    expect([allowed.length > 50, unreadable]).toEqual([true, []]);
  });

  it('stays as it is on light pages', () => {
    expect(brandStyle('#0a7d4b')).toContain(':root{--brand:#0a7d4b}@media');
  });
});
