/** An e-mail address that, when necessary, breaks before its @. */
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
