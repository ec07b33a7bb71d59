// Judges every signature of a PDF by Debian's PDFBox and BouncyCastle from the data in the file alone: java SealCheck.java FILE ROOT.der
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.Security;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateFactory;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CRL;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.PDSignature;
import org.bouncycastle.asn1.cms.Attribute;
import org.bouncycastle.asn1.ess.ESSCertIDv2;
import org.bouncycastle.asn1.ess.SigningCertificateV2;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.tsp.TimeStampToken;
import org.bouncycastle.util.Store;

public class SealCheck {
  static final List<X509Certificate> certificates = new ArrayList<>();
  static final List<X509CRL> lists = new ArrayList<>();
  static X509Certificate root;

  public static void main(String[] args) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    byte[] file = Files.readAllBytes(Path.of(args[0]));
    CertificateFactory factory = CertificateFactory.getInstance("X.509", "BC");
    root = (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(Files.readAllBytes(Path.of(args[1]))));
    try (PDDocument document = PDDocument.load(new File(args[0]))) {
      COSDictionary store = (COSDictionary) document.getDocumentCatalog().getCOSObject().getDictionaryObject("DSS");
      if (store == null) throw new IllegalStateException("no DSS");
      for (byte[] der : streams(store, "Certs")) {
        certificates.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der)));
      }
      for (byte[] der : streams(store, "CRLs")) {
        lists.add((X509CRL) factory.generateCRL(new ByteArrayInputStream(der)));
      }
      for (PDSignature signature : document.getSignatureDictionaries()) {
        byte[] signed = signature.getSignedContent(file);
        byte[] contents = signature.getContents(file);
        String said = "ETSI.RFC3161".equals(signature.getSubFilter()) ? stamp(contents, signed) : sign(contents, signed);
        System.out.println(signature.getSubFilter() + " " + said);
      }
    }
  }

  static String sign(byte[] contents, byte[] signed) throws Exception {
    CMSSignedData cms = new CMSSignedData(new CMSProcessableByteArray(signed), contents);
    SignerInformation signer = cms.getSignerInfos().getSigners().iterator().next();
    X509CertificateHolder holder = (X509CertificateHolder) cms.getCertificates().getMatches(signer.getSID()).iterator().next();
    want(signer.verify(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(holder)), "SIG");
    ess(signer, holder);
    Attribute stamp = signer.getUnsignedAttributes().get(PKCSObjectIdentifiers.id_aa_signatureTimeStampToken);
    TimeStampToken token = new TimeStampToken(new CMSSignedData(stamp.getAttrValues().getObjectAt(0).toASN1Primitive().getEncoded()));
    Date time = token(token, signer.getSignature());
    path(holder, cms.getCertificates(), time);
    return "SIG ESS IMPRINT PATH REVOCATION";
  }

  static String stamp(byte[] contents, byte[] stamped) throws Exception {
    token(new TimeStampToken(new CMSSignedData(contents)), stamped);
    return "IMPRINT PATH REVOCATION";
  }

  static Date token(TimeStampToken token, byte[] stamped) throws Exception {
    byte[] digest = MessageDigest.getInstance(token.getTimeStampInfo().getMessageImprintAlgOID().getId(), "BC").digest(stamped);
    want(Arrays.equals(digest, token.getTimeStampInfo().getMessageImprintDigest()), "IMPRINT");
    X509CertificateHolder holder = (X509CertificateHolder) token.getCertificates().getMatches(token.getSID()).iterator().next();
    // Value, ESSCertIDv2, purpose and validity at once.
    token.validate(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(holder));
    path(holder, token.getCertificates(), token.getTimeStampInfo().getGenTime());
    return token.getTimeStampInfo().getGenTime();
  }

  static void ess(SignerInformation signer, X509CertificateHolder holder) throws Exception {
    Attribute attribute = signer.getSignedAttributes().get(PKCSObjectIdentifiers.id_aa_signingCertificateV2);
    ESSCertIDv2 id = SigningCertificateV2.getInstance(attribute.getAttrValues().getObjectAt(0)).getCerts()[0];
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(holder.getEncoded());
    want(Arrays.equals(digest, id.getCertHash()), "ESS");
  }

  /** The path to the root with revocation by the lists of the file; nothing is fetched. */
  static void path(X509CertificateHolder leaf, Store<X509CertificateHolder> beside, Date at) throws Exception {
    JcaX509CertificateConverter converter = new JcaX509CertificateConverter().setProvider("BC");
    List<Object> known = new ArrayList<>(certificates);
    for (X509CertificateHolder one : beside.getMatches(null)) known.add(converter.getCertificate(one));
    known.addAll(lists);
    X509CertSelector selector = new X509CertSelector();
    selector.setCertificate(converter.getCertificate(leaf));
    PKIXBuilderParameters parameters = new PKIXBuilderParameters(Set.of(new TrustAnchor(root, null)), selector);
    parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(known), "BC"));
    parameters.setDate(at);
    parameters.setRevocationEnabled(true);
    CertPathBuilder.getInstance("PKIX", "BC").build(parameters);
  }

  static List<byte[]> streams(COSDictionary store, String key) throws Exception {
    List<byte[]> found = new ArrayList<>();
    COSArray array = (COSArray) store.getDictionaryObject(COSName.getPDFName(key));
    for (int n = 0; array != null && n < array.size(); n++) {
      COSBase item = array.getObject(n);
      try (InputStream in = ((COSStream) item).createInputStream()) {
        found.add(in.readAllBytes());
      }
    }
    return found;
  }

  static void want(boolean holds, String what) {
    if (!holds) throw new IllegalStateException(what);
  }
}
