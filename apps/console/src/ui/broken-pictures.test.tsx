import placeholder from '@parley/ui/broken-picture.svg?inline';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BrokenPictures } from './BrokenPictures.tsx';

const picture = () => screen.getByRole<HTMLImageElement>('img', { name: 'Portrait of Ann' });

function show(src: string) {
  return (
    <>
      <BrokenPictures />
      <img alt="Portrait of Ann" src={src} srcSet={`${src} 2x`} />
    </>
  );
}

it('shows a placeholder with the same alternative text when an image can’t be loaded', () => {
  render(show('/api/files/gone'));
  expect(picture().getAttribute('src')).toBe('/api/files/gone');
  fireEvent.error(picture());
  expect(picture().src).toBe(placeholder);
  expect(picture().hasAttribute('srcset')).toBe(false);
});

it('tries the next image again', () => {
  const { rerender } = render(show('/api/files/gone'));
  fireEvent.error(picture());
  rerender(show('/api/files/there'));
  expect(picture().getAttribute('src')).toBe('/api/files/there');
  fireEvent.error(picture());
  expect(picture().src).toBe(placeholder);
});

it('stops after one attempt when the placeholder can’t be shown either', () => {
  render(show('/api/files/gone'));
  fireEvent.error(picture());
  const before = picture().outerHTML;
  fireEvent.error(picture());
  expect(picture().outerHTML).toBe(before);
});
