import { brandBody, colorProblem, isLogo, shownBrand, type BrandForm } from './brand-form';

const form: BrandForm = {
  displayName: ' Empório ',
  logoUrl: 'https://cdn.example/logo.png',
  color: '#0b5fff',
  supportEmail: '',
  email: 'REQUIRED',
  cellphone: 'NEVER',
};

describe('the form of a brand', () => {
  it('sends every part, and takes away what is emptied', () => {
    expect(brandBody(form)).toEqual({
      branding: {
        displayName: 'Empório',
        logoUrl: 'https://cdn.example/logo.png',
        color: '#0b5fff',
        supportEmail: null,
      },
      payerFields: { email: 'REQUIRED', cellphone: 'NEVER' },
    });
  });

  it('shows what is whole while one types, and leaves the rest as it was saved', () => {
    const { branding } = shownBrand({ ...form, color: '#ffd54a', logoUrl: 'https://', supportEmail: 'ajuda@' });
    expect(branding).toEqual({ displayName: 'Empório' });
  });

  it.each([
    ['', undefined],
    ['#0b5fff', undefined],
    ['#ffd54a', 'tooLight'],
    ['#ffd', 'badColor'],
    ['azul', 'badColor'],
  ])('says of the colour %j: %s', (text, problem) => {
    expect(colorProblem(text)).toBe(problem);
  });

  it.each([
    ['', true],
    ['https://cdn.example/logo.png', true],
    ['http://cdn.example/logo.png', false],
    ['javascript:alert(1)', false],
  ])('takes %j as the address of a logo: %s', (text, isOne) => {
    expect(isLogo(text)).toBe(isOne);
  });
});
