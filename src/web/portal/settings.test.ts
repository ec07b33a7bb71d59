/** Which server settings the page accepts. */
import { describe, expect, it } from 'vitest';
import { parseSettings } from './settings.ts';

describe('the page’s settings', () => {
  it('are read from what the server filled in', () => {
    const content =
      '{"demo":true,"production":false,"dealerPortalUrl":"https://dealer.example.com","otpCountries":["39"],"version":"1.0.0"}';
    expect(parseSettings(content)).toEqual({
      demo: true,
      production: false,
      otpCountries: ['39'],
      dealerPortalUrl: 'https://dealer.example.com',
      videoPlayerUrl: null,
      version: '1.0.0',
    });
  });

  it('default to production when the shell was served unfilled', () => {
    expect(parseSettings('__SETTINGS__')).toEqual({
      demo: false,
      production: true,
      otpCountries: null,
      dealerPortalUrl: null,
      videoPlayerUrl: null,
      version: '',
    });
    expect(parseSettings(null).production).toBe(true);
    expect(parseSettings('[]').production).toBe(true);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'not an address', 12])('make no link of %s', (url) => {
    expect(parseSettings(JSON.stringify({ dealerPortalUrl: url })).dealerPortalUrl).toBeNull();
    expect(parseSettings(JSON.stringify({ videoPlayerUrl: url })).videoPlayerUrl).toBeNull();
  });
});
