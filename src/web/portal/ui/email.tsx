/** An e-mail address that breaks before its @ where it must break at all (DESIGN.md §4, facts). */
export function Email(props: { address: string }) {
  const at = props.address.lastIndexOf('@');
  if (at < 0) return props.address;
  return (
    <>
      {props.address.slice(0, at)}
      <wbr />
      {props.address.slice(at)}
    </>
  );
}
