// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A token for trials, which is worth nothing and which its maker gives to anybody. Like the token
/// that it stands for, it has 6 decimals and its functions return nothing: who relies on a returned
/// value finds out here, not with money.
contract TestUsdt {
    string public constant name = "Test USDT (worth nothing)";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;

    address public immutable maker;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor() {
        maker = msg.sender;
    }

    function mint(address to, uint256 value) external {
        require(msg.sender == maker, "only its maker mints");
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function approve(address spender, uint256 value) external {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
    }

    function move(address from, address to, uint256 value) private {
        require(to != address(0), "nobody has this address");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
