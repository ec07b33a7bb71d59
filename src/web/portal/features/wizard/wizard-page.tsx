/** Placeholder replaced in the same change. */
export function WizardPage() {
  return null;
}
