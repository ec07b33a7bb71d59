#!/usr/bin/perl
# An SMS centre by Net::SMPP (Debian: libnet-smpp-perl): prints each submit_sm as a line of JSON, reports delivery.
# Usage: smsc.pl PORT. Password segreta; numbers ending in 00000 are switched off, in 00001 unknown, in 00002 throttled once.
use strict;
use warnings;
use JSON::PP;
use Net::SMPP;

$| = 1;
my ($port) = @ARGV;
my $listener = Net::SMPP->new_listen('127.0.0.1', port => $port, smpp_version => 0x34) or die "port $port: $!";
my ($next, %throttled) = (0);
while (my $session = $listener->accept) {
    while (my $pdu = $session->read_pdu) {
        my ($cmd, $seq) = ($pdu->{cmd}, $pdu->{seq});
        if ($cmd == Net::SMPP::CMD_bind_transceiver) {
            my $status = $pdu->{password} eq 'segreta' ? 0 : 0x0e;
            print encode_json({ bind => $pdu->{system_id}, version => $pdu->{interface_version} }), "\n";
            $session->bind_transceiver_resp(seq => $seq, status => $status, system_id => 'perl');
        }
        elsif ($cmd == Net::SMPP::CMD_enquire_link) { $session->enquire_link_resp(seq => $seq) }
        elsif ($cmd == Net::SMPP::CMD_unbind) { $session->unbind_resp(seq => $seq); last }
        elsif ($cmd == Net::SMPP::CMD_submit_sm) { take($session, $pdu) }
        elsif ($cmd == Net::SMPP::CMD_deliver_sm_resp) { print encode_json({ receipt => $pdu->{status} }), "\n" }
    }
    $session->close;
}

sub take {
    my ($session, $pdu) = @_;
    my $to = $pdu->{destination_addr};
    my $status = $to =~ /00001$/ ? 0x0b : $to =~ /00002$/ && !$throttled{$to}++ ? 0x58 : 0;
    if ($status) {
        $session->submit_sm_resp(seq => $pdu->{seq}, status => $status, message_id => '');
        return;
    }
    my $id = sprintf 'perl-%d', ++$next;
    my %told = map { $_ => $pdu->{$_} }
      qw(source_addr source_addr_ton source_addr_npi dest_addr_ton dest_addr_npi destination_addr esm_class validity_period registered_delivery data_coding);
    print encode_json({ submit => { %told, octets => unpack('H*', $pdu->{short_message}) } }), "\n";
    $session->submit_sm_resp(seq => $pdu->{seq}, message_id => $id);
    return unless $pdu->{registered_delivery};
    my $stat = $to =~ /00000$/ ? 'UNDELIV' : 'DELIVRD';
    # By the text alone, without optional parameters, as older SMS centres do.
    $session->deliver_sm(
        async => 1, esm_class => 4, source_addr => $to, destination_addr => $pdu->{source_addr},
        short_message => "id:$id sub:001 dlvrd:001 submit date:2611200900 done date:2611200900 stat:$stat err:000 text:Codice",
    );
}
