/** The product's logo, a folder with a signature, in the page's accent. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" width={24} height={24} aria-hidden="true" focusable="false">
      <path
        fill="var(--a-fill)"
        d="M2.6 5.4A2.4 2.4 0 0 1 5 3h4.3c.7 0 1.4.3 1.8.9l1 1.3H19a2.4 2.4 0 0 1 2.4 2.4v10.9a2.4 2.4 0 0 1-2.4 2.4H5a2.4 2.4 0 0 1-2.4-2.4z"
      />
      <path
        fill="none"
        stroke="var(--a-on)"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M6.6 16.1c1.3-2.6 2.9-5.3 4-5 1 .3-1.1 3.7-.5 4.7.5.8 1.6-2.6 2.4-2.4.7.2-.2 2.1.7 2.2.8.1 1.1-1.3 1.8-1.3.6 0 .6.8 2.4.5"
      />
    </svg>
  );
}
